import { hash, verify } from "argon2";
import { once } from "@/lib/runtime/once";

/** OWASP's minimum for argon2id: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Hashing is made to be slow; more than two at once would let a stranger keep the processor busy. */
const atOnce = 2;
const queueLimit = 100;

interface Gate {
  running: number;
  waiting: (() => void)[];
}
const gate = () => once<Gate>("password-gate", () => ({ running: 0, waiting: [] }));

/** Too many passwords are being checked at this moment. */
export class BusyError extends Error {}

/** Hashes a password for the database (argon2id, PHC string). */
export function hashPassword(password: string): Promise<string> {
  return gated(() => hash(password, cost));
}

/**
 * Whether the password is the one that was hashed. Without a hash (no such member) it works as long as with one, so that the time
 * taken does not tell which addresses exist. Throws {@link BusyError} when too many wait.
 */
export async function checkPassword(stored: string | undefined, password: string): Promise<boolean> {
  const decoy = await once("password-decoy", () => gated(() => hash("nobody has this password", cost)));
  const matches = await gated(() => verify(stored ?? decoy, password));
  return stored !== undefined && matches;
}

async function gated<T>(run: () => Promise<T>): Promise<T> {
  const { waiting } = gate();
  if (gate().running >= atOnce) {
    if (waiting.length >= queueLimit) throw new BusyError("Too many sign-ins at this moment. Try again in a few seconds.");
    await new Promise<void>((go) => waiting.push(go));
  } else gate().running += 1;
  try {
    return await run();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else gate().running -= 1;
  }
}
