import { createHash } from "node:crypto";
import type { Sql } from "@/lib/database/sql";
import type { Subscription } from "@/lib/interface/subscription";

/** The subscriptions of some devices, by device id; devices without one are absent. */
export async function subscriptionsOf(
  sql: Sql,
  deviceIds: readonly string[],
): Promise<Map<string, Subscription>> {
  if (deviceIds.length === 0) return new Map();
  const rows = await sql.query<{ id: string; subscription: Subscription }>(
    "SELECT id, subscription FROM device WHERE id = ANY($1::uuid[]) AND subscription IS NOT NULL",
    [deviceIds],
  );
  return new Map(rows.map(({ id, subscription }) => [id, subscription]));
}

/**
 * The short push id of a subscription: the same endpoint has the same id, always. 176 bits of a
 * hash.
 */
export function shortPushId(subscription: Subscription): string {
  return `w_${createHash("sha256").update(subscription.endpoint).digest("base64url").slice(0, 30)}`;
}
