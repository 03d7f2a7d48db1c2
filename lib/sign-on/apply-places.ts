import type { Sql } from "@/lib/database/sql";
import type { Actor, Membership } from "@/lib/policy/can";
import { writeEvent } from "@/lib/verb/audit";

/**
 * The role of a member in a service before and after; null for nothing. `kept`: they stay what they
 * were, as the last owner of the service.
 */
export interface Change {
  serviceId: string;
  before: Membership | null;
  after: Membership | null;
  staysOwner: boolean;
}

/** The role of a member who was in no service there, for the audit log. */
const nothing = { role: "none", maySend: false, mayApprove: false };

/**
 * Sets the role of a member in each of these services, null for none, each with an event of its
 * own. The last owner of a service who can sign in stays one. Returns the changes, and the roles
 * that stayed.
 */
export async function applyPlaces(
  tx: Sql,
  by: { actor: Actor; address: string | null },
  member: { id: string; email: string },
  places: ReadonlyMap<string, Membership | null>,
): Promise<Change[]> {
  const changes: Change[] = [];
  // In one order, so that two who sign in at once do so one after the other.
  for (const [serviceId, after] of [...places].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
    const change = await applyPlace(tx, by, member, serviceId, after);
    if (change) changes.push(change);
  }
  return changes;
}

async function applyPlace(
  tx: Sql,
  by: { actor: Actor; address: string | null },
  { id, email }: { id: string; email: string },
  serviceId: string,
  after: Membership | null,
): Promise<Change | undefined> {
  await tx.query(
    "SELECT 1 FROM membership WHERE service_id = $1 AND (role = 'owner' OR member_id = $2) ORDER BY member_id FOR UPDATE",
    [serviceId, id],
  );
  const [before = null] = await tx.query<Membership>(
    `SELECT role::text AS role, may_send AS "maySend", may_approve AS "mayApprove" FROM membership WHERE service_id = $1 AND member_id = $2`,
    [serviceId, id],
  );
  if (isSame(before, after)) return undefined;
  if (before?.role === "owner" && after?.role !== "owner" && (await isLastOwner(tx, serviceId, id)))
    return { serviceId, before, after: before, staysOwner: true };
  const event = { ...by, serviceId, entity: id };
  if (after === null) {
    await tx.query("DELETE FROM membership WHERE service_id = $1 AND member_id = $2", [
      serviceId,
      id,
    ]);
    if (before)
      await writeEvent(tx, { ...event, action: "member.remove", payload: { email, ...before } });
  } else {
    await tx.query(
      `INSERT INTO membership (service_id, member_id, role, may_send, may_approve) VALUES ($1, $2, $3::"Role", $4, $5)
       ON CONFLICT (member_id, service_id) DO UPDATE SET role = excluded.role, may_send = excluded.may_send, may_approve = excluded.may_approve,
         revision = membership.revision + 1`,
      [serviceId, id, after.role, after.maySend, after.mayApprove],
    );
    await writeEvent(tx, {
      ...event,
      action: "member.change",
      payload: { email, before: before ?? nothing, after },
    });
  }
  return { serviceId, before, after, staysOwner: false };
}

async function isLastOwner(tx: Sql, serviceId: string, memberId: string): Promise<boolean> {
  const others = await tx.query(
    `SELECT 1 FROM membership p JOIN member m ON m.id = p.member_id
     WHERE p.service_id = $1 AND p.role = 'owner' AND p.member_id <> $2 AND m.disabled_at IS NULL LIMIT 1`,
    [serviceId, memberId],
  );
  return others.length === 0;
}

function isSame(one: Membership | null, other: Membership | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.role === other.role && one.maySend === other.maySend && one.mayApprove === other.mayApprove
  );
}
