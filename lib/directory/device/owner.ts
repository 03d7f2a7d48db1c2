import type { Sql } from "@/lib/database/sql";
import type { AppRecord } from "../app/find";

/**
 * On whose authority a device is changed: `service` where none is needed (a service key, or an app without signed registration); else a user who has
 * proved who they are, or none.
 */
export type Word = "service" | { userid: string | undefined };

/** The device belongs to users of whom none gave their word. */
export class ForeignDeviceError extends Error {}

/**
 * Takes hold of devices until the end of the transaction, where the app wants signed registration: no other call registers them meanwhile. Call it first.
 *
 * @param names what is registered: a device id, a push id with its kind
 */
export async function holdDevices(tx: Sql, app: Pick<AppRecord, "id" | "signedRegistration">, names: readonly string[]): Promise<void> {
  if (!app.signedRegistration) return;
  // In one order, so that two of them do not wait for each other.
  for (const name of names.toSorted())
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`device ${app.id} ${name}`]);
}

/**
 * Throws {@link ForeignDeviceError} when one of the devices has users, and the one whose word it is is not among them.
 *
 * @param which SQL that is true for the devices, `d` being the device and `values` its parameters from $3 on
 */
export async function assertOwn(tx: Sql, app: Pick<AppRecord, "id">, word: Word, which: string, values: readonly unknown[]): Promise<void> {
  if (word === "service") return;
  const foreign = await tx.query(
    `SELECT 1 FROM device d WHERE d.app_id = $1 AND (${which}) AND EXISTS (SELECT FROM device_user u WHERE u.device_id = d.id)
       AND NOT EXISTS (SELECT FROM device_user u WHERE u.device_id = d.id AND u.userid = $2::text) LIMIT 1`,
    [app.id, word.userid ?? null, ...values],
  );
  if (foreign.length > 0) throw new ForeignDeviceError("This device belongs to another user.");
}
