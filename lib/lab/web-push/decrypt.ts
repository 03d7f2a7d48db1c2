import { createDecipheriv, createHmac, type ECDH } from "node:crypto";

/** What a browser keeps of one subscription. */
export interface Receiver {
  /** Holds the private key. */
  ecdh: ECDH;
  /** Uncompressed point, 65 bytes: `p256dh`. */
  publicKey: Buffer;
  /** 16 bytes: `auth`. */
  auth: Buffer;
}

/**
 * A body does not follow RFC 8188 and RFC 8291, or is encrypted for another receiver. The message
 * gives the reason.
 */
export class DecryptionError extends Error {}

const hmac = (key: Buffer, ...data: Buffer[]) => {
  const mac = createHmac("sha256", key);
  for (const part of data) mac.update(part);
  return mac.digest();
};
const one = Buffer.from([1]);
const webPushInfo = Buffer.from("WebPush: info\0", "ascii");
const keyInfo = Buffer.from("Content-Encoding: aes128gcm\0", "ascii");
const nonceInfo = Buffer.from("Content-Encoding: nonce\0", "ascii");
const headerBytes = 86;
const tagBytes = 16;

/**
 * Decrypts a Web Push body (`aes128gcm`, RFC 8188; key agreement of RFC 8291) as the browser would:
 * one record, the sender's key in the header, padding removed. Throws {@link DecryptionError}.
 */
export function decrypt(body: Buffer, receiver: Receiver): Buffer {
  if (body.length < headerBytes + 1 + tagBytes)
    throw new DecryptionError("shorter than a header and one empty record");
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  if (body[20] !== 65) throw new DecryptionError("the key id is not 65 bytes");
  const senderKey = body.subarray(21, headerBytes);
  const record = body.subarray(headerBytes);
  if (recordSize < 18) throw new DecryptionError("record size under 18");
  // RFC 8291 §4: a push message is a single record.
  if (record.length > recordSize) throw new DecryptionError("more than one record");

  let secret: Buffer;
  try {
    secret = receiver.ecdh.computeSecret(senderKey);
  } catch {
    throw new DecryptionError("the key id is not a point of P-256");
  }
  const ikm = hmac(hmac(receiver.auth, secret), webPushInfo, receiver.publicKey, senderKey, one);
  const prk = hmac(salt, ikm);
  const key = hmac(prk, keyInfo, one).subarray(0, 16);
  const nonce = hmac(prk, nonceInfo, one).subarray(0, 12);

  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(record.subarray(record.length - tagBytes));
  let padded: Buffer;
  try {
    padded = Buffer.concat([
      decipher.update(record.subarray(0, record.length - tagBytes)),
      decipher.final(),
    ]);
  } catch {
    throw new DecryptionError("the authentication tag does not hold");
  }
  let end = padded.length - 1;
  while (end >= 0 && padded[end] === 0) end -= 1;
  if (end < 0 || padded[end] !== 2)
    throw new DecryptionError("the last record does not end with the delimiter 2");
  return padded.subarray(0, end);
}
