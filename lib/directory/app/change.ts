import { changeAppSchema } from "@/lib/inputs/app";
import type { EventOf } from "@/lib/verb/events";
import { NotFoundError } from "@/lib/verb/errors";
import { serviceOfApp } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { assertFreeAppName } from "./free-name";
import { shownAddresses } from "./shown-addresses";

type Settings = EventOf<"app.change">["after"];

/** Changes an app's settings, unless another app of the service has its new name (`/name`); the next request goes by them. Its `appid` stays: programs, templates and devices name the app by it. */
export const changeApp = verb("app.change", changeAppSchema, serviceOfApp, async ({ tx, serviceId }, input) => {
  const {
    appId,
    name,
    iconUrl = null,
    siteUrl = null,
    defaultChannelId = null,
    androidRendering,
    signedRegistration,
    sharedDevices,
    pushEnabled,
  } = input;
  const after: Settings = { name, iconUrl, siteUrl, defaultChannelId, androidRendering, signedRegistration, sharedDevices, pushEnabled };
  const [before] = await tx.query<Settings>(
    `SELECT name, icon_url AS "iconUrl", site_url AS "siteUrl", default_channel_id AS "defaultChannelId", android_rendering AS "androidRendering",
       signed_registration AS "signedRegistration", shared_devices AS "sharedDevices", push_enabled AS "pushEnabled" FROM app WHERE id = $1 FOR UPDATE`,
    [appId],
  );
  if (!before) throw new NotFoundError("This app");
  if (before.name !== name) await assertFreeAppName(tx, serviceId, name, appId);
  if ((Object.keys(after) as (keyof Settings)[]).every((key) => after[key] === before[key])) return { unchanged: null };
  await tx.query(
    `UPDATE app SET name = $2, icon_url = $3, site_url = $4, default_channel_id = $5, android_rendering = $6, signed_registration = $7, shared_devices = $8, push_enabled = $9
     WHERE id = $1`,
    [appId, name, iconUrl, siteUrl, defaultChannelId, androidRendering, signedRegistration, sharedDevices, pushEnabled],
  );
  return { row: null, entity: appId, event: { before: { ...before, ...shownAddresses(before) }, after } };
});
