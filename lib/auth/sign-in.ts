import { randomUUID } from "node:crypto";
import { networkOf } from "@/lib/config/address-list";
import { database } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import { knows, type KnownDevice } from "./device-cookie";
import { enforcedDomain } from "./enforced";
import { BusyError, checkPassword } from "./password";
import { factorsOf } from "./second-factor";
import { beginSession, type SessionRef } from "./sessions";
import { openStep } from "./sign-in-steps";
import { countTry, type Budget, type Try } from "./throttle";

/** Who wants to sign in, and from where. */
export interface Credentials {
  email: string;
  password: string;
  /** The client's address; "unknown" when it is not available. */
  client: string;
  /** What its browser calls itself, for the list of the member's sessions. */
  userAgent?: string | undefined;
  /** The device as its cookie has it. */
  device: KnownDevice | undefined;
}

/**
 * The result of a sign-in. The reason of a refusal is all that an unauthenticated visitor sees;
 * `id` is in the log next to the error.
 */
export type SignInResult =
  | { ok: true; session: SessionRef; sessionEpoch: number }
  | { ok: false; reason: "wrong" | "busy" }
  // The password was right, and opens nothing by itself: `token` is for the cookie of the second
  // step.
  | { ok: false; reason: "second"; token: string }
  // Of the second step: what was given in it was wrong, or it is over.
  | { ok: false; reason: "code" | "passkey" | "expired" }
  | { ok: false; reason: "paused"; seconds: number }
  | { ok: false; reason: "signOn"; connectionId: string }
  | { ok: false; reason: "unavailable"; id: string };

/** Longer than any password a person would choose, short enough not to be work. */
const longestPassword = 256;
/** RFC 5321, 4.5.3.1.3. */
const longestAddress = 254;

/**
 * Checks an e-mail address and a password and begins a session; for a member with a second factor,
 * the second step of signing in and no session. Each attempt is counted before it is checked: from
 * an unknown device by account and network, by network, and by account alone, where the pauses stay
 * short; that of a device from which the member signed in before by that device alone, so that
 * attempts of others lock no signed-in member out. Where single sign-on is enforced for a domain,
 * only the password of the break-glass owner is accepted; everything else gets one answer after the
 * same work, so that it does not show which address is the owner's. An unknown address takes as
 * long as a wrong password and gets the same answer. Never throws.
 */
export async function signIn(credentials: Credentials): Promise<SignInResult> {
  return settled(() => attempt(credentials));
}

/** The result of a step of signing in, errors included. Never rejects. */
export async function settled(step: () => Promise<SignInResult>): Promise<SignInResult> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof BusyError) return { ok: false, reason: "busy" };
    const id = randomUUID();
    log().error({ err: error, id }, "a sign-in was not answered as it should");
    return { ok: false, reason: "unavailable", id };
  }
}

async function attempt({
  email,
  password,
  client,
  userAgent,
  device,
}: Credentials): Promise<SignInResult> {
  const address = email.trim().toLowerCase();
  const domain = canBeAddress(address) ? await enforcedDomain(address) : undefined;
  const row =
    canBeAddress(address) && (domain === undefined || domain.breakGlass === address)
      ? await database().prisma.member.findUnique({ where: { email: address } })
      : null;
  const network = networkOf(client);
  const deviceAsker =
    row !== null && device !== undefined && knows(device, row.id, row.sessionEpoch)
      ? `device:${device.id}:${row.id}`
      : undefined;
  const byDevice =
    deviceAsker === undefined ? undefined : await countTry([deviceBudget(deviceAsker)]);
  // A device that has used up its own budget counts as an unknown one.
  const counted = byDevice?.ok ? byDevice : await countTry(strangersBudgets(address, network));
  if (!counted.ok) return { ok: false, reason: "paused", seconds: counted.seconds };
  const right = await isRight(row?.passwordHash, password, counted, {
    name: byDevice?.ok ? (deviceAsker ?? network) : network,
    isKnownDevice: byDevice?.ok === true,
  });
  if (!row || !right || row.disabledAt)
    return domain
      ? { ok: false, reason: "signOn", connectionId: domain.id }
      : { ok: false, reason: "wrong" };
  await counted.right();
  if (await factorsOf(database(), row.id))
    return {
      ok: false,
      reason: "second",
      token: await openStep(network, { id: row.id, epoch: row.sessionEpoch }),
    };
  const sessionId = await beginSession(row.id, row.sessionEpoch, {
    address: client === "unknown" ? undefined : client,
    userAgent,
  });
  return { ok: true, session: { memberId: row.id, sessionId }, sessionEpoch: row.sessionEpoch };
}

async function isRight(
  stored: string | undefined,
  password: string,
  counted: Try & { ok: true },
  asker: Parameters<typeof checkPassword>[2],
): Promise<boolean> {
  if (password.length > longestPassword) return false;
  try {
    return await checkPassword(stored, password, asker);
  } catch (error) {
    if (error instanceof BusyError) await counted.undone();
    throw error;
  }
}

/** Whether an address may be a member's: what the database cannot hold is not asked for. */
function canBeAddress(address: string): boolean {
  return address.length <= longestAddress && !/[\p{Cc}\p{Cs}]/u.test(address);
}

function deviceBudget(name: string): Budget {
  return { name, free: 10, longestSeconds: 900, cleared: true };
}

function strangersBudgets(address: string, network: string): Budget[] {
  return [
    { name: `account:${address}:from:${network}`, free: 5, longestSeconds: 900, cleared: true },
    // Many people may share a network.
    { name: `from:${network}`, free: 30, longestSeconds: 300 },
    // Guesses from many networks are slow, but an attacker cannot lock a member on a new device out
    // for long.
    { name: `account:${address}`, free: 100, longestSeconds: 30 },
  ];
}

/**
 * The code of a refusal for the sign-in page: `wrong`, `busy`, `second` (the second step is to
 * come), `code`, `passkey`, `expired`, `paused:<seconds>`, `sign-on:<connection>` or
 * `unavailable:<id in the log>`.
 */
export function refusalCode(result: SignInResult & { ok: false }): string {
  if (result.reason === "paused") return `paused:${result.seconds}`;
  if (result.reason === "signOn") return `sign-on:${result.connectionId}`;
  return result.reason === "unavailable" ? `unavailable:${result.id}` : result.reason;
}
