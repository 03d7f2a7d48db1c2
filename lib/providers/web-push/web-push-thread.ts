import { parentPort, workerData } from "node:worker_threads";
import { encryptForBrowser, SubscriptionKeysError, type SubscriptionKeys } from "./encryption";

/** One text for some browsers. */
export interface EncryptionTask {
  id: number;
  text: string;
  keys: readonly SubscriptionKeys[];
}

/**
 * What became of each, in their order: its length in `bytes`, where one lies after the other, or
 * what is wrong with its keys.
 */
export interface EncryptionResult {
  id: number;
  bytes: ArrayBuffer;
  parts: (number | string)[];
}

/** Sent once, before any result. */
export const threadReady = "ready";

/**
 * What a thread is given that is to encrypt: this file is loaded by others, too, some of which are
 * threads of something else.
 */
export const encryptsHere = "encrypts here";

const port = workerData === encryptsHere ? parentPort : null;
if (port) {
  port.on("message", (task: EncryptionTask) => {
    const result = encryptTask(task);
    port.postMessage(result, [result.bytes]);
  });
  port.postMessage(threadReady);
}

function encryptTask({ id, text, keys }: EncryptionTask): EncryptionResult {
  const bodies = keys.map((one) => {
    try {
      return encryptForBrowser(text, one);
    } catch (error) {
      if (error instanceof SubscriptionKeysError) return error.message;
      throw error;
    }
  });
  const bytes = new Uint8Array(
    bodies.reduce((sum, body) => sum + (typeof body === "string" ? 0 : body.length), 0),
  );
  let at = 0;
  for (const body of bodies)
    if (typeof body !== "string") {
      bytes.set(body, at);
      at += body.length;
    }
  return {
    id,
    bytes: bytes.buffer,
    parts: bodies.map((body) => (typeof body === "string" ? body : body.length)),
  };
}
