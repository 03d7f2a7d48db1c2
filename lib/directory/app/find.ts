import { cached } from "@/lib/database/cached";
import { database, type Sql } from "@/lib/database/sql";
import type { ProviderKind } from "@/lib/interface/device-kinds";

/** An app as dispatch needs it: no secrets. */
export interface AppRecord {
  id: string;
  serviceId: string;
  appid: string;
  name: string;
  pushEnabled: boolean;
  siteUrl: string | null;
  iconUrl: string | null;
  /** Of its APNs credential. */
  bundleId: string | null;
  androidRendering: "auto" | "sdk" | "system";
  defaultChannelId: string | null;
  /** Devices name a user only with that user's token. */
  signedRegistration: boolean;
  /** Several people use one device. */
  sharedDevices: boolean;
  providers: ProviderKind[];
}

const select = `SELECT a.id, a.service_id AS "serviceId", a.appid, a.name, a.push_enabled AS "pushEnabled", a.site_url AS "siteUrl", a.icon_url AS "iconUrl",
  (SELECT c.settings->>'bundleId' FROM credential c WHERE c.app_id = a.id AND c.provider = 'apns') AS "bundleId", a.android_rendering AS "androidRendering", a.default_channel_id AS "defaultChannelId",
  a.signed_registration AS "signedRegistration", a.shared_devices AS "sharedDevices",
  ARRAY(SELECT c.provider FROM credential c WHERE c.app_id = a.id ORDER BY c.provider) AS providers FROM app a`;

const ttlMs = 5_000;

/** An app by its `appid`; undefined when there is none. */
export async function appOfAppid(appid: string): Promise<AppRecord | undefined> {
  return cached("app-by-appid", appid, ttlMs, () => readApp(database(), appid));
}

/** An app by its `appid` as a transaction sees it; undefined when there is none. */
export async function readApp(sql: Sql, appid: string): Promise<AppRecord | undefined> {
  return (await sql.query<AppRecord>(`${select} WHERE a.appid = $1`, [appid]))[0];
}

/** An app by its id. */
export async function findApp(id: string): Promise<AppRecord | undefined> {
  return cached(
    "app",
    id,
    ttlMs,
    async () => (await database().query<AppRecord>(`${select} WHERE a.id = $1`, [id]))[0],
  );
}

/** The app that a client key belongs to (contract 8). */
export async function appOfClientKey(clientKey: string): Promise<AppRecord | undefined> {
  return cached(
    "app-by-client-key",
    clientKey,
    ttlMs,
    async () =>
      (await database().query<AppRecord>(`${select} WHERE a.client_key = $1`, [clientKey]))[0],
  );
}
