import { database } from "@/lib/database/sql";
import type { Member, Role } from "./member";
import { checkPassword } from "./password";
import { clearFailures, countFailure, pauseSeconds } from "./throttle";

/** What came of a sign-in. `sessionEpoch` goes into the session: a session with an older one is refused. */
export type SignInResult =
  | { ok: true; member: Member; sessionEpoch: number }
  | { ok: false; reason: "wrong" }
  | { ok: false; reason: "paused"; seconds: number };

/** Longer than any password a person would choose, short enough not to be work. */
const longestPassword = 256;

/**
 * Checks an e-mail address and a password. Failures are throttled by address and by client; an unknown address takes as long as a wrong
 * password and is answered alike.
 */
export async function signIn(email: string, password: string, clientAddress: string): Promise<SignInResult> {
  const address = email.trim().toLowerCase();
  const buckets = [`email:${address}`, `ip:${clientAddress}`];
  const seconds = await pauseSeconds(buckets);
  if (seconds > 0) return { ok: false, reason: "paused", seconds };
  const row = await database().prisma.member.findUnique({ where: { email: address } });
  const right = password.length <= longestPassword && (await checkPassword(row?.passwordHash, password));
  if (!row || !right || row.disabledAt) {
    await countFailure(buckets);
    return { ok: false, reason: "wrong" };
  }
  await clearFailures([`email:${address}`]);
  return { ok: true, member: { id: row.id, email: row.email, name: row.name, role: row.role as Role }, sessionEpoch: row.sessionEpoch };
}

/** The member of a session, or undefined when it is disabled, gone, or has changed password or role since. */
export async function memberOfSession(id: string, sessionEpoch: number): Promise<Member | undefined> {
  const row = await database().prisma.member.findUnique({ where: { id } });
  if (!row || row.disabledAt || row.sessionEpoch !== sessionEpoch) return undefined;
  return { id: row.id, email: row.email, name: row.name, role: row.role as Role };
}
