import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** What a browser gave when it subscribed, base64url. */
export interface SubscriptionKeys {
  /** Uncompressed point of P-256, 65 bytes. */
  p256dh: string;
  /** 16 bytes. */
  auth: string;
}

/** The subscription's keys cannot be used. */
export class SubscriptionKeysError extends Error {}

/** The record size that is written into the header; the message is one record. */
const recordSize = 4_096;
const keyInfo = Buffer.from("Content-Encoding: aes128gcm\0");
const nonceInfo = Buffer.from("Content-Encoding: nonce\0");
const webPushInfo = Buffer.from("WebPush: info\0");
const lastRecord = Buffer.from([2]);

/**
 * Encrypts a message for one browser: RFC 8291 on RFC 8188, content encoding aes128gcm, one record
 * without padding. A new key pair and salt for each message. Throws {@link SubscriptionKeysError}.
 *
 * @param vector key and salt of a published vector; never given otherwise
 */
export function encryptForBrowser(
  text: string,
  keys: SubscriptionKeys,
  vector?: { privateKey: Buffer; salt: Buffer },
): Buffer {
  const browserKey = Buffer.from(keys.p256dh, "base64url");
  const secret = Buffer.from(keys.auth, "base64url");
  if (browserKey.length !== 65 || secret.length !== 16)
    throw new SubscriptionKeysError("p256dh has 65 bytes and auth 16");
  const own = createECDH("prime256v1");
  const ownKey = vector
    ? (own.setPrivateKey(vector.privateKey), own.getPublicKey())
    : own.generateKeys();
  let shared: Buffer;
  try {
    shared = own.computeSecret(browserKey);
  } catch {
    throw new SubscriptionKeysError("p256dh is not a point of P-256");
  }
  const salt = vector?.salt ?? randomBytes(16);
  const inputKey = Buffer.from(
    hkdfSync("sha256", shared, secret, Buffer.concat([webPushInfo, browserKey, ownKey]), 32),
  );
  const key = Buffer.from(hkdfSync("sha256", inputKey, salt, keyInfo, 16));
  const nonce = Buffer.from(hkdfSync("sha256", inputKey, salt, nonceInfo, 12));
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const size = Buffer.alloc(5);
  size.writeUInt32BE(recordSize);
  size.writeUInt8(ownKey.length, 4);
  return Buffer.concat([
    salt,
    size,
    ownKey,
    cipher.update(text, "utf8"),
    cipher.update(lastRecord),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}
