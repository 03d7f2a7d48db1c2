import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { config } from "@/lib/config/config";
import { once } from "@/lib/runtime/once";

/**
 * Unless set otherwise OWASP's first choice for scrypt: 128 MiB, one lane. Part of each hash, so
 * that it can be raised later.
 */
const cost = () => ({ ln: config().PASSWORD_COST, r: 8, p: 1 });
const keyBytes = 32;
/** Most that a stored hash may ask for. */
const memoryLimit = 512 * 1_048_576;
/**
 * Hashing is slow by design; more than two at once would let an unauthenticated client keep the
 * processor busy.
 */
const atOnce = 2;
/** Waiting attempts from unknown devices, and from remembered ones: some seconds' worth each. */
const queueLimit = 20;
/** Tries of one asker, running and waiting: no asker fills the queue alone. */
const askerLimit = 8;

/**
 * The client whose password is checked. Remembered devices go first and wait in a queue of their
 * own, so that no crowd of unknown ones keeps them out.
 */
export interface Asker {
  /** A network, or a remembered device. */
  name: string;
  isKnownDevice: boolean;
}

interface Gate {
  running: number;
  knownDevices: (() => void)[];
  unknownDevices: (() => void)[];
  /** Tries at hand by asker. */
  askers: Map<string, number>;
}
const gate = () =>
  once<Gate>("password-gate", () => ({
    running: 0,
    knownDevices: [],
    unknownDevices: [],
    askers: new Map(),
  }));
/** Looks like a hash and is none: checking against it takes as long as against a real one. */
const decoy = () => phcString(randomBytes(16), randomBytes(keyBytes));

async function hash(password: string): Promise<string> {
  const salt = randomBytes(16);
  return phcString(salt, await derive(password, salt, cost()));
}

/** As a PHC string. */
function phcString(salt: Buffer, key: Buffer): string {
  const { ln, r, p } = cost();
  const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  return `$scrypt$ln=${ln},r=${r},p=${p}$${text(salt)}$${text(key)}`;
}

async function verify(stored: string, password: string): Promise<boolean> {
  const [, ln, r, p, salt, key] =
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(stored) ?? [];
  if (salt === undefined || key === undefined) return false;
  const expected = Buffer.from(key, "base64");
  const got = await derive(
    password,
    Buffer.from(salt, "base64"),
    { ln: Number(ln), r: Number(r), p: Number(p) },
    expected.length,
  );
  return timingSafeEqual(expected, got);
}

function derive(
  password: string,
  salt: Buffer,
  { ln, r, p }: { ln: number; r: number; p: number },
  bytes = keyBytes,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(
      password.normalize("NFKC"),
      salt,
      bytes,
      { N: 2 ** ln, r, p, maxmem: memoryLimit },
      (error, key) => (error ? reject(error) : resolve(key)),
    );
  });
}

/** Too many passwords are being checked at this moment. */
export class BusyError extends Error {}

/** Hashes a password for the database (scrypt, PHC string). */
export function hashPassword(password: string): Promise<string> {
  return gated({ name: "hash", isKnownDevice: true }, () => hash(password));
}

/**
 * Whether the password is the one that was hashed. Without a hash (no such member, or one without a
 * password) it works as long as with one, so that the duration does not show which addresses exist.
 * Throws {@link BusyError} when too many wait.
 */
export async function checkPassword(
  stored: string | undefined,
  password: string,
  asker: Asker,
): Promise<boolean> {
  const none = stored === undefined || stored === "";
  const matches = await gated(asker, () => verify(none ? decoy() : stored, password));
  return !none && matches;
}

async function gated<T>(asker: Asker, run: () => Promise<T>): Promise<T> {
  const { askers, knownDevices, unknownDevices } = gate();
  const queue = asker.isKnownDevice ? knownDevices : unknownDevices;
  const own = askers.get(asker.name) ?? 0;
  if (own >= askerLimit || (gate().running >= atOnce && queue.length >= queueLimit))
    throw new BusyError("Too many sign-ins at this moment.");
  askers.set(asker.name, own + 1);
  if (gate().running >= atOnce) await new Promise<void>((go) => queue.push(go));
  else gate().running += 1;
  try {
    return await run();
  } finally {
    const left = (askers.get(asker.name) ?? 1) - 1;
    if (left > 0) askers.set(asker.name, left);
    else askers.delete(asker.name);
    const next = knownDevices.shift() ?? unknownDevices.shift();
    if (next) next();
    else gate().running -= 1;
  }
}
