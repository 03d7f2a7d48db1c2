import { giveRecoveryCodes } from "@/lib/auth/recovery-codes";
import { endOtherSessionsOf, endSessionsOf } from "@/lib/auth/sessions";
import type { Sql } from "@/lib/database/sql";
import type { Actor } from "@/lib/policy/can";

/**
 * Ends every session of a member but the one in which they changed what protects their account, and
 * makes every device unknown.
 */
export async function endElsewhere(tx: Sql, actor: Actor, memberId: string): Promise<void> {
  const here = actor.kind === "member" ? actor.sessionId : undefined;
  await (here === undefined ? endSessionsOf(tx, memberId) : endOtherSessionsOf(tx, memberId, here));
}

/**
 * Recovery codes for who has just added a second factor and has none yet; null for who was given
 * some with another factor.
 */
export async function firstRecoveryCodes(tx: Sql, memberId: string): Promise<string[] | null> {
  const codesLeft = await tx.prisma.recoveryCode.count({ where: { memberId } });
  return codesLeft > 0 ? null : giveRecoveryCodes(tx, memberId);
}

/** Takes the recovery codes away from who has no second factor any more: they stood in for one. */
export async function dropIdleCodes(tx: Sql, memberId: string): Promise<void> {
  await tx.prisma.recoveryCode.deleteMany({
    where: { memberId, member: { authenticatorApp: null, passkeys: { none: {} } } },
  });
}
