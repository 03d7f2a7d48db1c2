import { memberIdOf } from "@/lib/auth/member";
import { newId } from "@/lib/database/id";
import { suppressSchema } from "@/lib/inputs/suppression";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { normalId } from "@/lib/interface/recipient-id";
import { hashSuppressed, keptIosPushId, keptPushId } from "./suppressed";

/**
 * Puts user ids or push ids on a service's suppression list: from then on they get nothing from it, and whoever sends is told so (Failed, 7404,
 * "Suppressed"). Messages whose deliveries were made before still go out.
 *
 * @returns how many were not on it yet
 */
export const suppress = verb("suppression.change", suppressSchema, serviceNamed, async ({ tx, actor, serviceId }, { kind, ids, note }) => {
  const values = [...new Set(ids.map((id) => (kind === "pushid" ? keptPushId(id) : normalId("userid", id))))];
  const iosHashes = values.map((value) => {
    const digits = kind === "pushid" ? keptIosPushId(value) : null;
    return digits === null ? null : hashSuppressed(digits);
  });
  const added = await tx.query<{ id: string }>(
    `INSERT INTO suppression (id, service_id, kind, hash, ios_hash, value, note, created_by)
     SELECT n.id, $1, $2, decode(n.hash, 'hex'), decode(n.ios, 'hex'), n.value, $3, $4 FROM unnest($5::uuid[], $6::text[], $7::text[], $8::text[]) AS n(id, hash, ios, value)
     ORDER BY n.hash ON CONFLICT DO NOTHING RETURNING id`,
    [serviceId, kind, note, memberIdOf(actor), values.map(() => newId()), values.map(hashSuppressed), iosHashes, values],
  );
  if (added.length === 0) return { unchanged: 0 };
  return { row: added.length, entity: serviceId, event: { kind, suppressed: true, count: added.length } };
});
