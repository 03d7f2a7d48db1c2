import type { Actor } from "@/lib/auth/member";
import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";

/** What can be audited, `entity.verb`. */
export type AuditAction =
  | "member.create"
  | "member.signOutEverywhere"
  | "service.create"
  | "serviceKey.create"
  | "app.create"
  | "credential.save"
  | "template.publish"
  | "device.register"
  | "audience.create"
  | "audience.change"
  | "audience.remove"
  | "update.replay"
  | "webhook.resume"
  | "notifyurl.check";

/**
 * Writes who did what, in the transaction of what was done.
 *
 * @param snapshot only what may be seen later: callers list members by name, never a row
 */
export async function audit(
  tx: Sql,
  actor: Actor,
  action: AuditAction,
  entityId: string,
  serviceId: string | null,
  snapshot: Record<string, unknown>,
): Promise<void> {
  const actorId = actor.kind === "member" ? actor.member.id : actor.kind === "serviceKey" ? actor.serviceId : actor.name;
  await tx.query(
    "INSERT INTO audit_event (id, actor_kind, actor_id, service_id, action, entity_id, snapshot) VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb)",
    [newId(), actor.kind, actorId, serviceId, action, entityId, JSON.stringify(snapshot)],
  );
}
