import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { canonicalJson } from "@/lib/interface/canonical-json";
import { eventSchema, type AuditedAction, type EventOf } from "@/lib/policy/actions";
import type { Actor } from "@/lib/policy/can";

/**
 * Writes who did what and from which address, in the transaction of what was done; at its commit
 * the database chains it to the event before. Throws `ZodError` for a member that the action's
 * schema does not name.
 */
export async function writeEvent<A extends AuditedAction>(
  tx: Sql,
  event: {
    actor: Actor;
    action: A;
    serviceId: string | null;
    entity: string;
    payload: EventOf<A>;
    address: string | null;
  },
): Promise<void> {
  const { actor, action, serviceId, entity, address } = event;
  const actorId =
    actor.kind === "member" ? actor.id : actor.kind === "serviceKey" ? actor.serviceId : actor.name;
  await tx.query(
    "INSERT INTO audit_event (id, actor_kind, actor_id, service_id, action, entity_id, address, snapshot) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    [
      newId(),
      actor.kind,
      actorId,
      serviceId,
      action,
      entity,
      address,
      canonicalJson(eventSchema(action).parse(event.payload)),
    ],
  );
}
