import { KeyError, keyIsCutOff, keyIsUnreadable } from "./key-text";

/** Tags of DER (X.690) that occur in keys. */
export const der = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  nothing: 0x05,
  name: 0x06,
  sequence: 0x30,
} as const;

/** One value of DER: its tag and what it holds. */
export interface DerValue {
  tag: number;
  content: Uint8Array;
}

/** The values that follow each other in some bytes, to their last byte. Throws {@link KeyError}. */
export function readDer(bytes: Uint8Array): DerValue[] {
  const values: DerValue[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = bytes[at] ?? 0;
    let length = bytes[at + 1] ?? Number.NaN;
    at += 2;
    if (length >= 0x80) {
      const digits = length - 0x80;
      if (digits < 1 || digits > 3) throw new KeyError(keyIsUnreadable);
      length = 0;
      for (let n = 0; n < digits; n += 1) length = length * 256 + (bytes[at + n] ?? Number.NaN);
      at += digits;
    }
    if (!(at + length <= bytes.length)) throw new KeyError(keyIsCutOff);
    values.push({ tag, content: bytes.subarray(at, at + length) });
    at += length;
  }
  return values;
}

/** A value of DER, written. */
export function writeDer(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Uint8Array.from([tag, ...size, ...parts.flatMap((part) => [...part])]);
}

/** The bytes of an object identifier or of anything else, as hexadecimal digits. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes that hexadecimal digits write. */
export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from((hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
}
