const polynomial = 0xedb88320;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit += 1)
    remainder = (remainder >>> 1) ^ (remainder & 1 ? polynomial : 0);
  return remainder;
});

/**
 * Returns the CRC-32 of bytes that stand in several parts, as zip files have it (APPNOTE 4.4.7);
 * unsigned.
 */
export function crc32(parts: Iterable<Uint8Array>): number {
  let sum = 0xffffffff;
  for (const part of parts)
    for (const byte of part) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0);
  return (sum ^ 0xffffffff) >>> 0;
}
