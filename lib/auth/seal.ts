import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { config } from "@/lib/config/config";
import { once } from "@/lib/runtime/once";

/** A key of 32 bytes for one purpose alone, derived from APP_SECRET. */
export function ownKey(purpose: "device" | "recovery" | "seal" | "session"): Buffer {
  return once(`${purpose}-key`, () =>
    Buffer.from(hkdfSync("sha256", config().APP_SECRET, "", `clarion ${purpose} 1`, 32)),
  );
}

const version = 1;
const ivBytes = 12;
const tagBytes = 16;

/**
 * A sealed secret cannot be opened: APP_SECRET is not the one it was sealed with, or the row was
 * tampered with.
 */
export class UnsealError extends Error {}

/**
 * Encrypts a secret for the database: AES-256-GCM under a key derived from APP_SECRET, bound to
 * `place`, so that a sealed value copied to another row does not open there.
 *
 * @param place table, row and tenant, e.g. `credential:<id>`
 */
export function seal(text: string, place: string): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", ownKey("seal"), iv).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Uint8Array.from(Buffer.concat([Buffer.from([version]), iv, cipher.getAuthTag(), sealed]));
}

/**
 * Opens a text that {@link seal} sealed for the same place. Throws {@link UnsealError}, which names
 * the place and nothing else.
 */
export function unseal(sealed: Uint8Array, place: string): string {
  try {
    const bytes = Buffer.from(sealed);
    if (bytes[0] !== version) throw new Error("unknown version");
    const iv = bytes.subarray(1, 1 + ivBytes);
    const tag = bytes.subarray(1 + ivBytes, 1 + ivBytes + tagBytes);
    const decipher = createDecipheriv("aes-256-gcm", ownKey("seal"), iv)
      .setAAD(Buffer.from(place))
      .setAuthTag(tag);
    return Buffer.concat([
      decipher.update(bytes.subarray(1 + ivBytes + tagBytes)),
      decipher.final(),
    ]).toString("utf8");
  } catch {
    throw new UnsealError(`The secret of ${place} cannot be opened. Was APP_SECRET changed?`);
  }
}
