import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { registerDeviceSchema } from "@/lib/inputs/device";
import { isBrowser, type DeviceKind } from "@/lib/interface/device-kinds";
import { rejectInput } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import type { AppRecord } from "../app/find";
import { serviceOfAppid } from "../app/service-of";
import { seeUser } from "../user/store";
import { addressOf } from "./address";
import { appOfDevice, assertOwn, holdDevices } from "./owner";
import { hashPushId } from "./register-push-ids";
import { reportAttributes } from "./report-attributes";

/** Users of a device that several share. */
const mostUsers = 20;
/** Push ids of a device that are stored, the present one included. */
const mostPushIds = 10;

/**
 * Registers a device, or records that it lives, has another token or another user (contract 8). A
 * token that comes from another device moves to this one; the device's older token of that kind is
 * no longer sent to. A user takes the place of those it has, or is added to them where the app's
 * devices are shared. Throws `RefusedError`, with pointers into the device, for an address that
 * nothing can be sent to, and `ForeignDeviceError` where one of the device's users has to agree.
 */
export const registerDevice = verb({
  action: "device.register",
  input: registerDeviceSchema,
  service: (sql, { device }) => serviceOfAppid(sql, device),
  run: async ({ tx, serviceId }, { device: input, authority }) => {
    const app = await appOfDevice(tx, input);
    const { deviceid, kind, model = null, os = null, language = null, timezone = null } = input;
    const { pushid, subscription } = addressOf(input);
    const hash = hashPushId(pushid);
    await holdDevices(tx, app, [`id ${deviceid}`, `${kind} ${hash}`]);
    await assertOwn(
      tx,
      app,
      authority,
      "d.kind = $3 AND (d.push_hash = decode($4, 'hex') OR (d.deviceid = $5 AND d.state = 'active'))",
      [kind, hash, deviceid],
    );
    if (isBrowser(kind) && !subscription) await assertSubscribed(tx, app, kind, hash);
    const [row] = await tx.query<{ id: string; created: boolean }>(
      `INSERT INTO device (id, app_id, kind, pushid, push_hash, subscription, deviceid, model, os, language, timezone)
     VALUES ($1, $2, $3, $4, decode($5, 'hex'), $6::jsonb, $7, $8, $9, $10, $11)
     ON CONFLICT (app_id, kind, push_hash) DO UPDATE SET subscription = coalesce(excluded.subscription, device.subscription), deviceid = excluded.deviceid,
       model = coalesce(excluded.model, device.model), os = coalesce(excluded.os, device.os), language = coalesce(excluded.language, device.language),
       timezone = coalesce(excluded.timezone, device.timezone), state = 'active', state_reason = NULL, doubted_at = NULL, state_at = CASE WHEN device.state = 'active' THEN device.state_at ELSE now() END, last_seen_at = now()
     RETURNING id, (xmax = 0) AS created`,
      [
        newId(),
        app.id,
        kind,
        pushid,
        hash,
        subscription ? JSON.stringify(subscription) : null,
        deviceid,
        model,
        os,
        language,
        timezone,
      ],
    );
    if (!row) throw new Error("The device was not stored.");
    const older = await tx.query<{ id: string }>(
      `UPDATE device SET state = 'removed', state_reason = 'the device has a new token', state_at = now() WHERE app_id = $1 AND deviceid = $2 AND kind = $3 AND id <> $4 AND state = 'active' RETURNING id`,
      [app.id, deviceid, kind, row.id],
    );
    await dropOldest(tx, app, { deviceid, rowId: row.id });
    const warnings = await reportAttributes(tx, serviceId, input);
    // Afterwards: who stores attributes locks users behind the lock of the attributes.
    if (input.userid !== undefined) await seeUser(tx, serviceId, input.userid);
    // Behind the user, whose number is copied.
    if (older.length > 0)
      await tx.query(
        "INSERT INTO device_user (app_id, userid, device_id) SELECT app_id, userid, $2 FROM device_user WHERE device_id = ANY($1::uuid[]) ON CONFLICT DO NOTHING",
        [older.map(({ id }) => id), row.id],
      );
    if (input.userid !== undefined && !app.sharedDevices)
      await tx.query("DELETE FROM device_user WHERE device_id = $1 AND userid <> $2", [
        row.id,
        input.userid,
      ]);
    if (input.userid !== undefined)
      await tx.query(
        `INSERT INTO device_user (app_id, userid, device_id) SELECT $1, $2, $3 WHERE (SELECT count(*) FROM device_user WHERE device_id = $3) < ${mostUsers} ON CONFLICT DO NOTHING`,
        [app.id, input.userid, row.id],
      );
    return { row: { pushid, deviceid, created: row.created, warnings } };
  },
});

/**
 * Removes the push ids of a device beyond its latest {@link mostPushIds}: anybody who has the
 * client key can give a device another one.
 */
async function dropOldest(
  tx: Sql,
  app: Pick<AppRecord, "id">,
  { deviceid, rowId }: { deviceid: string; rowId: string },
): Promise<void> {
  await tx.query(
    `DELETE FROM device WHERE id IN (SELECT id FROM device WHERE app_id = $1 AND deviceid = $2 AND deviceid <> '' AND id <> $3
       ORDER BY state = 'active' DESC, coalesce(state_at, last_seen_at) DESC, id DESC OFFSET ${mostPushIds - 1})`,
    [app.id, deviceid, rowId],
  );
}

/**
 * Rejects a browser that sends only its short id, unless its subscription is stored: without one
 * nothing can be sent to it.
 */
async function assertSubscribed(
  tx: Sql,
  app: Pick<AppRecord, "id">,
  kind: DeviceKind,
  hash: string,
): Promise<void> {
  const subscribed = await tx.query(
    "SELECT 1 FROM device WHERE app_id = $1 AND kind = $2 AND push_hash = decode($3, 'hex') AND subscription IS NOT NULL",
    [app.id, kind, hash],
  );
  if (subscribed.length === 0)
    rejectInput("is no subscription; send what the browser gave as subscription", "/pushid");
}
