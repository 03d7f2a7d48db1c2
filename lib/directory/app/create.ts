import type { Actor } from "@/lib/auth/member";
import { newClientKey } from "@/lib/auth/service-key";
import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { audit } from "../audit";

/** Makes an app. `appid` is what requests will name. */
export async function createApp(
  tx: Sql,
  actor: Actor,
  input: { serviceId: string; appid: string; name: string; siteUrl?: string; bundleId?: string; defaultChannelId?: string },
): Promise<{ id: string; clientKey: string }> {
  const id = newId();
  const clientKey = newClientKey();
  await tx.query(
    "INSERT INTO app (id, service_id, appid, name, site_url, bundle_id, default_channel_id, client_key) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    [
      id,
      input.serviceId,
      input.appid,
      input.name,
      input.siteUrl ?? null,
      input.bundleId ?? null,
      input.defaultChannelId ?? null,
      clientKey,
    ],
  );
  await audit(tx, actor, "app.create", id, input.serviceId, { appid: input.appid, name: input.name });
  return { id, clientKey };
}
