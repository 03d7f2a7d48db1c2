import { assertRole, ForbiddenError, type Actor } from "@/lib/auth/member";
import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { enqueueMissing } from "./missing";

/**
 * What to send again: single updates, whatever became of them; all parked ones of a service that were made in a time span (`from` inclusive,
 * `to` exclusive); or, of one message, the parked ones and those that were never made because there was no receiver at the time.
 */
export type Replay = { ids: readonly string[] } | { serviceId: string; from: Date; to: Date } | { messageId: string; missing: true };

/** What makes an update due now, with all its retries before it: the members of an UPDATE. */
export const again = `state = 'pending', attempts = 0, next_at = now(), sent_at = NULL, last_error = NULL, last_status = NULL`;

/**
 * Makes updates due now, with all their retries before them again; the attempts made so far stay on record. Receivers recognise a repeat by
 * its `webhook-id`. Updates that are being sent at this moment are left alone. Throws `ForbiddenError` for members below marketer; a
 * service key reaches its own service only.
 *
 * @returns how many will be sent
 */
export async function replayUpdates(tx: Sql, actor: Actor, what: Replay): Promise<number> {
  if (actor.kind === "member") assertRole(actor.member, "marketer");
  const own = actor.kind === "serviceKey" ? actor.serviceId : null;
  if (own !== null && "serviceId" in what && what.serviceId !== own) throw new ForbiddenError("This key belongs to another service.");
  return replay(tx, what, own);
}

async function replay(tx: Sql, what: Replay, own: string | null): Promise<number> {
  if ("ids" in what) {
    const ids = what.ids.filter(isId);
    const rows = await tx.query(
      `UPDATE "update" SET ${again} WHERE id = ANY($1::uuid[]) AND lease_token IS NULL AND origin <> '' AND ($2::uuid IS NULL OR service_id = $2) RETURNING 1`,
      [ids, own],
    );
    return rows.length;
  }
  if ("serviceId" in what) {
    const rows = await tx.query(
      `UPDATE "update" SET ${again} WHERE service_id = $1 AND state = 'parked' AND origin <> '' AND created_at >= $2 AND created_at < $3 RETURNING 1`,
      [what.serviceId, what.from.toISOString(), what.to.toISOString()],
    );
    return rows.length;
  }
  if (!isId(what.messageId)) return 0;
  const rows = await tx.query(
    `UPDATE "update" SET ${again} WHERE message_id = $1 AND state = 'parked' AND origin <> '' AND ($2::uuid IS NULL OR service_id = $2) RETURNING 1`,
    [what.messageId, own],
  );
  return rows.length + (await enqueueMissing(tx, what.messageId, own));
}
