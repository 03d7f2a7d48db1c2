import type { Sql } from "@/lib/database/sql";
import { changeAppSchema } from "@/lib/inputs/app";
import type { EventOf } from "@/lib/policy/actions";
import { assertCurrent } from "@/lib/verb/assert-current";
import { NotFoundError } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { assertFreeAppName } from "./fields";
import { serviceOfApp } from "./service-of";

type Settings = EventOf<"app.change">["after"];

/**
 * Changes an app's settings, unless another app of the service has its new name (`/name`); the next
 * request goes by them. Its `appid` stays: programs, templates and devices name the app by it.
 */
export const changeApp = verb({
  action: "app.change",
  input: changeAppSchema,
  service: serviceOfApp,
  run: async ({ tx, serviceId }, input) => {
    const {
      appId,
      name,
      iconUrl = null,
      siteUrl = null,
      defaultChannelId = null,
      deepLinkScheme = null,
      platforms,
      androidRendering,
      signedRegistration,
      sharedDevices,
      pushEnabled,
    } = input;
    const after: Settings = {
      name,
      iconUrl,
      siteUrl,
      defaultChannelId,
      deepLinkScheme,
      platforms: platforms.join(", "),
      androidRendering,
      signedRegistration,
      sharedDevices,
      pushEnabled,
    };
    const { revision, ...before } = await lockSettings(tx, appId);
    if ((Object.keys(after) as (keyof Settings)[]).every((key) => after[key] === before[key]))
      return { unchanged: { revision } };
    await assertCurrent(tx, {
      expected: input.revision,
      revision,
      actions: ["app.change"],
      serviceId,
      entity: appId,
      theirs: { ...before, platforms: before.platforms.split(", ") },
    });
    if (before.name !== name) await assertFreeAppName(tx, serviceId, name, appId);
    await tx.prisma.app.update({
      where: { id: appId },
      data: { ...after, platforms, revision: revision + 1 },
      select: { id: true },
    });
    return {
      row: { revision: revision + 1 },
      entity: appId,
      event: { before, after },
    };
  },
});

/** Reads the settings of an app, whose row is locked then. Throws `NotFoundError` without one. */
async function lockSettings(tx: Sql, appId: string): Promise<Settings & { revision: number }> {
  const [settings] = await tx.query<Settings & { revision: number }>(
    `SELECT revision, name, icon_url AS "iconUrl", site_url AS "siteUrl", default_channel_id AS "defaultChannelId", deep_link_scheme AS "deepLinkScheme",
       array_to_string(platforms, ', ') AS platforms, android_rendering AS "androidRendering",
       signed_registration AS "signedRegistration", shared_devices AS "sharedDevices", push_enabled AS "pushEnabled" FROM app WHERE id = $1 FOR UPDATE`,
    [appId],
  );
  if (!settings) throw new NotFoundError("This app");
  return settings;
}
