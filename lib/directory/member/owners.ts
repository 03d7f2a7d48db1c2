import { ForbiddenError } from "@/lib/auth/member";
import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import type { Actor, Membership } from "@/lib/policy/can";
import { NotFoundError, rejectInput } from "@/lib/verb/errors";

/** A member whose role in a service is about to change. */
export interface RoleChange {
  email: string;
  place: Membership;
  revision: number;
}

/**
 * Returns a member of a service whose role is about to change or end: the owners of the service are
 * locked, so that two of them who take each other's rights at once do so one after the other.
 * Throws `NotFoundError` for who is not in the service, `ForbiddenError` for an owner of the
 * installation, whom only another one changes.
 */
export async function lockMember(
  tx: Sql,
  actor: Actor,
  serviceId: string,
  memberId: string,
): Promise<RoleChange> {
  await tx.query(
    "SELECT 1 FROM membership WHERE service_id = $1 AND (role = 'owner' OR member_id::text = $2) ORDER BY member_id FOR UPDATE",
    [serviceId, memberId],
  );
  const row = isId(memberId)
    ? await tx.prisma.membership.findUnique({
        where: { memberId_serviceId: { memberId, serviceId } },
        select: {
          role: true,
          maySend: true,
          mayApprove: true,
          revision: true,
          member: { select: { email: true, installationOwner: true } },
        },
      })
    : null;
  if (!row) throw new NotFoundError("This member");
  const { member, revision, ...place } = row;
  const { email, installationOwner } = member;
  if (installationOwner && !keepsInstallation(actor))
    throw new ForbiddenError("Only an owner of this installation can do this.");
  return { email, place, revision };
}

/**
 * Refuses what would leave a service without an owner who can sign in. An owner of the installation
 * may do it: there is always one.
 */
export async function keepAnOwner(
  tx: Sql,
  actor: Actor,
  serviceId: string,
  memberId: string,
): Promise<void> {
  if (keepsInstallation(actor)) return;
  const other = await tx.prisma.membership.findFirst({
    where: { serviceId, role: "owner", memberId: { not: memberId }, member: { disabledAt: null } },
    select: { memberId: true },
  });
  if (!other) rejectInput("A service needs an owner. Add another owner first.");
}

function keepsInstallation(actor: Actor): boolean {
  return actor.kind === "job" || (actor.kind === "member" && actor.installationOwner);
}
