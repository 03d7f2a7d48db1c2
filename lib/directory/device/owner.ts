import type { Sql } from "@/lib/database/sql";
import type { Authority } from "@/lib/inputs/device";
import { NotFoundError } from "@/lib/verb/errors";
import { readApp, type AppRecord } from "../app/find";

/** The device belongs to other users than the one on whose authority it would be changed. */
export class ForeignDeviceError extends Error {}

/** The app of a device, as the transaction sees it. Throws `NotFoundError`. */
export async function appOfDevice(tx: Sql, { appid }: { appid: string }): Promise<AppRecord> {
  const app = await readApp(tx, appid);
  if (!app) throw new NotFoundError("This app");
  return app;
}

/**
 * Takes hold of devices until the end of the transaction, where the app wants signed registration:
 * no other call registers them meanwhile. Call it first.
 *
 * @param names what is registered: a device id, a push id with its kind
 */
export async function holdDevices(
  tx: Sql,
  app: Pick<AppRecord, "id" | "signedRegistration">,
  names: readonly string[],
): Promise<void> {
  if (!app.signedRegistration) return;
  // In one order, so that two of them do not wait for each other.
  for (const name of names.toSorted())
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [
      `device ${app.id} ${name}`,
    ]);
}

/**
 * Throws {@link ForeignDeviceError} when one of the devices has users, and the one on whose
 * authority it is changed is not among them.
 *
 * @param which SQL that is true for the devices, `d` being the device and `values` its parameters
 *   from $3 on
 */
export async function assertOwn(
  tx: Sql,
  app: Pick<AppRecord, "id">,
  authority: Authority,
  which: string,
  values: readonly unknown[],
): Promise<void> {
  if (authority === "service") return;
  const foreign = await tx.query(
    `SELECT 1 FROM device d WHERE d.app_id = $1 AND (${which}) AND EXISTS (SELECT FROM device_user u WHERE u.device_id = d.id)
       AND NOT EXISTS (SELECT FROM device_user u WHERE u.device_id = d.id AND u.userid = $2::text) LIMIT 1`,
    [app.id, authority.userid ?? null, ...values],
  );
  if (foreign.length > 0) throw new ForeignDeviceError("This device belongs to another user.");
}
