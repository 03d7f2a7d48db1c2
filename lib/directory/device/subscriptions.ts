import type { Sql } from "@/lib/database/sql";

/** What a browser gave when it subscribed (W3C Push API, `PushSubscription.toJSON()`). */
export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** The subscriptions of some devices, by device id; devices without one are absent. */
export async function subscriptionsOf(sql: Sql, deviceIds: readonly string[]): Promise<Map<string, Subscription>> {
  if (deviceIds.length === 0) return new Map();
  const rows = await sql.query<{ id: string; subscription: Subscription }>(
    "SELECT id, subscription FROM device WHERE id = ANY($1::uuid[]) AND subscription IS NOT NULL",
    [deviceIds],
  );
  return new Map(rows.map(({ id, subscription }) => [id, subscription]));
}
