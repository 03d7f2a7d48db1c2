import { newClientKey } from "@/lib/auth/service-key";
import { newId } from "@/lib/database/id";
import { appSchema } from "@/lib/inputs/app";
import { unlessTaken } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { assertFreeAppName } from "./fields";

/**
 * Makes an app. Its `appid` is one of its own in the whole installation, because requests name it
 * without a service; its name, of the service.
 */
export const createApp = verb({
  action: "app.create",
  input: appSchema,
  service: serviceNamed,
  run: async ({ tx, actor, serviceId }, input) => {
    const {
      appid,
      name,
      iconUrl = null,
      siteUrl = null,
      defaultChannelId = null,
      platforms,
    } = input;
    const id = newId();
    if (actor.kind !== "job") await assertFreeAppName(tx, serviceId, name);
    const clientKey = newClientKey();
    // By hand: the first start makes the sandbox, and Prisma's first query takes a third of a
    // second or more.
    await unlessTaken(
      tx.query(
        `INSERT INTO app (id, service_id, appid, name, icon_url, site_url, default_channel_id, platforms, client_key)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [id, serviceId, appid, name, iconUrl, siteUrl, defaultChannelId, platforms, clientKey],
      ),
      `An app “${appid}” already exists. Choose another appid.`,
      "/appid",
    );
    return { row: { id, clientKey }, entity: id, event: { appid, name } };
  },
});
