/**
 * The curve P-256 (FIPS 186-5, SP 800-186): y² = x³ - 3x + b over the field of `p`, with a
 * generator of order `n`.
 */
const p = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const n = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
const generator: Jacobian = [
  0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
  0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
  1n,
];

/** x/z², y/z³; z of 0 is the point at infinity. */
type Jacobian = readonly [x: bigint, y: bigint, z: bigint];

/**
 * A point in its uncompressed form (SEC 1, 2.3.4), 65 bytes; undefined when the bytes are no point
 * of the curve. Node's own functions do this for code that signs, and are missing where forms are
 * judged: in the browser.
 */
export function uncompressedPoint(bytes: Uint8Array): Uint8Array | undefined {
  const form = bytes[0];
  const x = numberOf(bytes.subarray(1, 33));
  if (x >= p) return undefined;
  const square = mod(x * x * x - 3n * x + b);
  if (form === 4 && bytes.length === 65) {
    const y = numberOf(bytes.subarray(33));
    return y < p && mod(y * y) === square ? bytes : undefined;
  }
  if ((form !== 2 && form !== 3) || bytes.length !== 33) return undefined;
  const root = power(square, (p + 1n) / 4n);
  if (mod(root * root) !== square) return undefined;
  return pointBytes(x, Number(root & 1n) === (form & 1) ? root : p - root);
}

/** Whether 32 bytes are a private key: a number from 1 to the order of the curve less 1. */
export function isScalar(bytes: Uint8Array): boolean {
  const scalar = numberOf(bytes);
  return bytes.length === 32 && scalar > 0n && scalar < n;
}

/**
 * The public key of a private key that {@link isScalar}, uncompressed. Its time depends on the key:
 * for what is judged once, never for signing.
 */
export function pointOfScalar(bytes: Uint8Array): Uint8Array {
  const scalar = numberOf(bytes);
  let sum: Jacobian = [1n, 1n, 0n];
  for (let bit = 255n; bit >= 0n; bit -= 1n) {
    sum = doubled(sum);
    if ((scalar >> bit) & 1n) sum = added(sum, generator);
  }
  const [x, y, z] = sum;
  const inverse = power(z, p - 2n);
  const square = mod(inverse * inverse);
  return pointBytes(mod(x * square), mod(y * square * inverse));
}

function doubled([x, y, z]: Jacobian): Jacobian {
  const yy = mod(y * y);
  const s = mod(4n * x * yy);
  const zz = mod(z * z);
  const m = mod(3n * (x - zz) * (x + zz));
  const next = mod(m * m - 2n * s);
  return [next, mod(m * (s - next) - 8n * yy * yy), mod(2n * y * z)];
}

function added(one: Jacobian, other: Jacobian): Jacobian {
  const [x1, y1, z1] = one;
  const [x2, y2, z2] = other;
  if (z1 === 0n) return other;
  const zz1 = mod(z1 * z1);
  const zz2 = mod(z2 * z2);
  const u1 = mod(x1 * zz2);
  const s1 = mod(y1 * z2 * zz2);
  const h = mod(x2 * zz1 - u1);
  const r = mod(y2 * z1 * zz1 - s1);
  if (h === 0n) return r === 0n ? doubled(one) : [1n, 1n, 0n];
  const hh = mod(h * h);
  const hhh = mod(h * hh);
  const v = mod(u1 * hh);
  const x = mod(r * r - hhh - 2n * v);
  return [x, mod(r * (v - x) - s1 * hhh), mod(h * z1 * z2)];
}

function mod(value: bigint): bigint {
  const rest = value % p;
  return rest < 0n ? rest + p : rest;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
}

function pointBytes(x: bigint, y: bigint): Uint8Array {
  const digits = x.toString(16).padStart(64, "0") + y.toString(16).padStart(64, "0");
  return Uint8Array.from([
    4,
    ...(digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)),
  ]);
}

function numberOf(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value;
}
