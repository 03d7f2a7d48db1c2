/** Fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2), and of the square roots of the first eight. */
const primes = firstPrimes(64);
const constants = Uint32Array.from(primes, (prime) => Math.floor((Math.cbrt(prime) % 1) * 2 ** 32));
const start = Uint32Array.from(primes.slice(0, 8), (prime) => Math.floor((Math.sqrt(prime) % 1) * 2 ** 32));
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** SHA-256 of a text's UTF-8 bytes, base64url without padding. For builders that run in the browser too, where the platform's own is asynchronous. */
export function sha256Base64Url(text: string): string {
  const bytes = digest(new TextEncoder().encode(text));
  let out = "";
  for (let index = 0; index < bytes.length; index += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(index, index + 3);
    const group = (a << 16) | (b << 8) | c;
    const characters = Math.min(bytes.length - index, 3) + 1;
    for (let at = 0; at < characters; at += 1) out += alphabet[(group >> (18 - 6 * at)) & 63] ?? "";
  }
  return out;
}

function digest(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length << 3);
  const state = Uint32Array.from(start);
  for (let at = 0; at < padded.length; at += 64) block(state, view, at);
  const out = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) out.setUint32(index * 4, word);
  return new Uint8Array(out.buffer);
}

function block(state: Uint32Array, view: DataView, at: number): void {
  const words = new Uint32Array(64);
  const word = (index: number) => words[index] ?? 0;
  for (let index = 0; index < 16; index += 1) words[index] = view.getUint32(at + index * 4);
  for (let index = 16; index < 64; index += 1) {
    const x = word(index - 15);
    const y = word(index - 2);
    words[index] = word(index - 16) + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + word(index - 7) + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index += 1) {
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (constants[index] ?? 0) + word(index)) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + value;
}

function turn(value: number, bits: number): number {
  return (value >>> bits) | (value << (32 - bits));
}

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  return found;
}
