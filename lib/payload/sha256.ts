import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * SHA-256 of a text's UTF-8 bytes, base64url without padding. For builders that run in the browser
 * too, where the platform's own is asynchronous.
 */
export function sha256Base64Url(text: string): string {
  const base64 = btoa(String.fromCharCode(...sha256(utf8ToBytes(text))));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** SHA-256 of a text's UTF-8 bytes, 64 lower-case hexadecimal digits. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
