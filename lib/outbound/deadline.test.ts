import { once as event } from "node:events";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TimedOutError } from "./errors";
import { openPool, type Pool } from "./http2-pool";
import { closePlainCalls, post } from "./plain";

/** A server that answers 50 ms after a request, in a thread of its own; never on /never. */
const serverCode = `
const { parentPort, workerData } = require("node:worker_threads");
const { createServer } = require(workerData);
const server = createServer((request, response) => {
  if (request.url !== "/never") setTimeout(() => response.end("ok"), 50);
});
server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
`;

const threads: Worker[] = [];
async function listen(module: "node:http" | "node:http2"): Promise<string> {
  const thread = new Worker(serverCode, { eval: true, workerData: module });
  threads.push(thread);
  const [port] = (await event(thread, "message")) as [number];
  return `127.0.0.1:${port}`;
}

/** Nothing runs in this thread for so many milliseconds, as when its process is stopped. */
const stopFor = (ms: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms) === "timed-out";

const ways: Record<string, (path: string, timeoutMs?: number) => Promise<unknown>> = {};
let pool: Pool;
beforeAll(async () => {
  const hosts = [await listen("node:http"), await listen("node:http2")] as const;
  const allowed = { by: "PROVIDER_ALLOW", lab: [...hosts] } as const;
  pool = openPool({ origin: `http://${hosts[1]}`, allowed });
  const call = { headers: {}, body: "{}" };
  ways["HTTP/1"] = (path, timeoutMs = 300) =>
    post(`http://${hosts[0]}${path}`, { ...call, timeoutMs, allowed });
  ways["HTTP/2"] = (path, timeoutMs = 300) =>
    pool.request({ ...call, timeoutMs, method: "POST", path });
});
afterAll(async () => {
  await Promise.all([pool.close(), closePlainCalls()]);
  await Promise.all(threads.map((thread) => thread.terminate()));
});

describe.each(["HTTP/1", "HTTP/2"])("the deadline of a call over %s", (way) => {
  it("lets an answer count that came while the process was stopped", async () => {
    // The connection is open when the deadline counts.
    await ways[way]?.("/", 30_000);
    const answer = ways[way]?.("/");
    // It has left once the loop has turned a few times.
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    stopFor(800);
    await expect(answer).resolves.toMatchObject({ status: 200, body: "ok" });
  });

  it("ends a call that is not answered", async () => {
    await expect(ways[way]?.("/never")).rejects.toThrow(TimedOutError);
  });
});
