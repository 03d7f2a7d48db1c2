import type { Sql } from "@/lib/database/sql";

/** Marks devices whose token the provider calls dead: nothing is sent to them until they register again. In the caller's transaction. */
export async function retireDevices(tx: Sql, devices: readonly { id: string; reason: string }[]): Promise<void> {
  await tx.query(
    `UPDATE device d SET state = 'invalid', state_reason = r.reason, state_at = now() FROM unnest($1::uuid[], $2::text[]) AS r(id, reason) WHERE d.id = r.id AND d.state = 'active'`,
    [devices.map(({ id }) => id), devices.map(({ reason }) => reason)],
  );
}
