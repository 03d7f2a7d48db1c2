import type { Sql } from "@/lib/database/sql";
import { deviceKinds, providerOf, type ProviderKind } from "@/lib/interface/device-kinds";

/** A device whose token a provider refused, with what it said of it. */
export interface RefusedDevice {
  id: string;
  reason: string;
  /** The refusal concerns the registration at this time: a later registration is not affected. */
  registeredBy: Date;
}

const timesOf = (devices: readonly RefusedDevice[]) =>
  devices.map(({ registeredBy }) => registeredBy.toISOString());
const refused = "unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS r(id, reason, registered_by)";

/**
 * Marks devices whose token the provider calls dead: nothing is sent to them until they register
 * again. In the caller's transaction.
 */
export async function retireDevices(tx: Sql, devices: readonly RefusedDevice[]): Promise<void> {
  if (devices.length === 0) return;
  await tx.query(
    `UPDATE device d SET state = 'invalid', state_reason = r.reason, state_at = now(), doubted_at = NULL FROM (
       SELECT o.id, r.reason FROM ${refused} JOIN device o ON o.id = r.id AND o.state = 'active' AND o.last_seen_at <= r.registered_by
       ORDER BY o.id FOR UPDATE OF o) AS r
     WHERE d.id = r.id`,
    [devices.map(({ id }) => id), devices.map(({ reason }) => reason), timesOf(devices)],
  );
}

/**
 * Marks devices whose token may be dead, or of another app or environment than the credential. The
 * first time they stay in use; a later refusal retires them if the credential worked for other
 * devices in between. {@link forgetDoubts} reactivates them. In the caller's transaction.
 */
export async function doubtDevices(tx: Sql, devices: readonly RefusedDevice[]): Promise<void> {
  if (devices.length === 0) return;
  await tx.query(
    `UPDATE device d SET doubted_at = coalesce(d.doubted_at, now()), state = CASE WHEN j.dead THEN 'invalid' ELSE d.state END,
       state_reason = CASE WHEN j.dead THEN j.reason ELSE d.state_reason END, state_at = CASE WHEN j.dead THEN now() ELSE d.state_at END
     FROM (SELECT o.id, r.reason, coalesce(c.worked_at > o.doubted_at, false) AS dead
       FROM ${refused} JOIN device o ON o.id = r.id AND o.state = 'active' AND o.last_seen_at <= r.registered_by
         JOIN unnest($4::text[], $5::text[]) AS k(kind, provider) ON k.kind = o.kind
         LEFT JOIN credential c ON c.app_id = o.app_id AND c.provider = k.provider
       ORDER BY o.id FOR UPDATE OF o) AS j
     WHERE d.id = j.id`,
    [
      devices.map(({ id }) => id),
      devices.map(({ reason }) => reason),
      timesOf(devices),
      deviceKinds,
      deviceKinds.map(providerOf),
    ],
  );
}

/**
 * For a credential that was changed: its app's devices are tried again that were refused in a way
 * which may have been the former one's fault.
 */
export async function forgetDoubts(tx: Sql, appId: string, provider: ProviderKind): Promise<void> {
  await tx.query(
    `UPDATE device SET doubted_at = NULL, state_reason = CASE WHEN state = 'invalid' THEN NULL ELSE state_reason END,
       state_at = CASE WHEN state = 'invalid' THEN now() ELSE state_at END, state = CASE WHEN state = 'invalid' THEN 'active' ELSE state END
     FROM (SELECT id AS doubted FROM device WHERE app_id = $1 AND doubted_at IS NOT NULL AND kind = ANY($2::text[]) ORDER BY id FOR UPDATE) o
     WHERE id = o.doubted`,
    [appId, deviceKinds.filter((kind) => providerOf(kind) === provider)],
  );
}
