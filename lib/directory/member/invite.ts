import { memberIdOf } from "@/lib/auth/member";
import { config } from "@/lib/config/config";
import { isId, newId } from "@/lib/database/id";
import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import type { Sql } from "@/lib/database/sql";
import { inviteSchema } from "@/lib/inputs/member";
import { paths } from "@/lib/inputs/paths";
import { idSchema } from "@/lib/inputs/row";
import { serviceIdSchema } from "@/lib/inputs/service";
import { placeOf, type Membership } from "@/lib/policy/can";
import { rejectInput } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { view } from "@/lib/verb/view";
import { hashLinkToken, newLinkToken } from "./link-token";

/** Invitations of one service that are open at a time. */
const mostOpen = 200;

/**
 * That an invitation `i` works (SQL): it has not expired, and its creator may still invite. So
 * removed members leave no invitation behind.
 */
export const invitationWorks = `i.expires_at > now() AND EXISTS (
  SELECT 1 FROM member b LEFT JOIN membership o ON o.member_id = b.id AND o.service_id = i.service_id AND o.role = 'owner'
  WHERE b.id = i.created_by AND b.disabled_at IS NULL AND (b.installation_owner OR o.member_id IS NOT NULL))`;

/**
 * Creates a link by which the owner of this address joins a service. The link is in the answer and
 * nowhere else: only its hash is stored. An earlier link for the same address no longer works.
 * Rejects members of the service, and more than 200 open invitations.
 */
export const inviteMember = verb({
  action: "member.invite",
  input: inviteSchema,
  service: serviceNamed,
  run: async ({ tx, actor, serviceId }, { email, days, ...rights }) => {
    const by = memberIdOf(actor) ?? rejectInput("Only a member can send invitations.");
    const already = await tx.prisma.membership.findFirst({
      where: { serviceId, member: { email } },
      select: { memberId: true },
    });
    if (already) rejectInput(`${email} is already a member of this service.`, "/email");
    await tx.query(
      "DELETE FROM invitation WHERE service_id = $1 AND (expires_at <= now() OR email = $2)",
      [serviceId, email],
    );
    if ((await tx.prisma.invitation.count({ where: { serviceId } })) >= mostOpen)
      rejectInput(`A service can have ${mostOpen} open invitations at most. Revoke one first.`);
    const [id, token, place] = [newId(), newLinkToken(), placeOf(rights)];
    const [invitation] = await tx.query<{ expiresAt: Date }>(
      `INSERT INTO invitation (id, service_id, email, role, may_send, may_approve, token_hash, created_by, expires_at)
     VALUES ($1, $2, $3, $4::"Role", $5, $6, $7, $8, now() + make_interval(days => $9))
     ON CONFLICT (service_id, email) DO UPDATE SET id = excluded.id, role = excluded.role, may_send = excluded.may_send, may_approve = excluded.may_approve,
       token_hash = excluded.token_hash, created_by = excluded.created_by, created_at = now(), expires_at = excluded.expires_at
     RETURNING expires_at AS "expiresAt"`,
      [
        id,
        serviceId,
        email,
        place.role,
        place.maySend,
        place.mayApprove,
        hashLinkToken(token),
        by,
        Number(days),
      ],
    );
    const expiresAt = invitation?.expiresAt.toISOString() ?? "";
    const url = `${config().ORIGIN}${paths.invitation(token)}`;
    return {
      row: { id, email, url, expiresAt },
      entity: id,
      event: { email, ...place, expiresAt },
    };
  },
});

/** Ends an invitation. Nothing is to be done where it has ended by itself. */
export const revokeInvitation = verb({
  action: "invitation.revoke",
  input: idSchema,
  service: serviceOfInvitation,
  run: async ({ tx }, { id }) => {
    const [ended] = await tx.query<Membership & { email: string; expiresAt: Date }>(
      `DELETE FROM invitation WHERE id = $1
     RETURNING email, role::text AS role, may_send AS "maySend", may_approve AS "mayApprove", expires_at AS "expiresAt"`,
      [id],
    );
    if (!ended) return { unchanged: null };
    return {
      row: null,
      entity: id,
      event: { ...ended, expiresAt: ended.expiresAt.toISOString() },
    };
  },
});

/** An invitation that works, as those see it who may invite. */
export interface InvitationRow extends Membership {
  id: string;
  email: string;
  /** Name of the member who sent it. */
  by: string | null;
  /** ISO 8601, UTC. */
  expiresAt: string;
}

/** The invitations of a service that work, the latest first: 200 at most. */
export const listInvitations = view({
  action: "member.invite",
  input: serviceIdSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }): Promise<InvitationRow[]> => {
    const rows = await sql.query<WithDates<InvitationRow, "expiresAt">>(
      `SELECT i.id, i.email, i.role::text AS role, i.may_send AS "maySend", i.may_approve AS "mayApprove", m.name AS by, i.expires_at AS "expiresAt"
       FROM invitation i LEFT JOIN member m ON m.id = i.created_by WHERE i.service_id = $1 AND ${invitationWorks} ORDER BY i.id DESC LIMIT ${mostOpen}`,
      [serviceId],
    );
    return rows.map(isoTimes);
  },
});

async function serviceOfInvitation(sql: Sql, { id }: { id: string }): Promise<string | undefined> {
  if (!isId(id)) return undefined;
  const invitation = await sql.prisma.invitation.findUnique({
    where: { id },
    select: { serviceId: true },
  });
  return invitation?.serviceId;
}
