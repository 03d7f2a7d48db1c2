import { ForbiddenError } from "@/lib/auth/member";
import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import type { Actor, Membership } from "@/lib/policy/can";
import { NotFoundError, refuse } from "@/lib/verb/errors";

/** A member as somebody is about to change what they are in a service. */
export interface Changing {
  email: string;
  place: Membership;
}

/**
 * A member of a service, for whoever is about to change or end that: the owners of the service are locked, so that two of them who take each other's rights at
 * once do so one after the other. Throws `NotFoundError` for who is not in the service, `ForbiddenError` for an owner of the installation, whom only another one
 * changes.
 */
export async function lockMember(tx: Sql, actor: Actor, serviceId: string, memberId: string): Promise<Changing> {
  await tx.query(
    "SELECT 1 FROM membership WHERE service_id = $1 AND (role = 'owner' OR member_id::text = $2) ORDER BY member_id FOR UPDATE",
    [serviceId, memberId],
  );
  const [row] = isId(memberId)
    ? await tx.query<Membership & { email: string; installationOwner: boolean }>(
        `SELECT m.email, m.installation_owner AS "installationOwner", p.role::text AS role, p.may_send AS "maySend", p.may_approve AS "mayApprove"
         FROM membership p JOIN member m ON m.id = p.member_id WHERE p.service_id = $1 AND p.member_id = $2`,
        [serviceId, memberId],
      )
    : [];
  if (!row) throw new NotFoundError("This member");
  const { email, installationOwner, ...place } = row;
  if (installationOwner && !keepsInstallation(actor)) throw new ForbiddenError("Only an owner of this installation can do this.");
  return { email, place };
}

/** Refuses what would leave a service without an owner who can sign in. An owner of the installation may do it: there is always one. */
export async function keepAnOwner(tx: Sql, actor: Actor, serviceId: string, memberId: string): Promise<void> {
  if (keepsInstallation(actor)) return;
  const others = await tx.query(
    `SELECT 1 FROM membership p JOIN member m ON m.id = p.member_id
     WHERE p.service_id = $1 AND p.role = 'owner' AND p.member_id <> $2 AND m.disabled_at IS NULL LIMIT 1`,
    [serviceId, memberId],
  );
  if (others.length === 0) refuse("A service needs an owner. Make somebody else an owner first.");
}

function keepsInstallation(actor: Actor): boolean {
  return actor.kind === "job" || (actor.kind === "member" && actor.installationOwner);
}
