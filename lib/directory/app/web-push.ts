import { assertRole, type Member } from "@/lib/auth/member";
import { database } from "@/lib/database/sql";

/** What a browser has to know to subscribe to an app's pushes. All of it is public. */
export interface WebPushApp {
  appid: string;
  name: string;
  clientKey: string;
  /** VAPID, base64url. */
  publicKey: string;
}

/** The apps that send Web Push, by name; at most 100. */
export async function webPushApps(member: Member): Promise<WebPushApp[]> {
  assertRole(member, "viewer");
  return database().query<WebPushApp>(
    `SELECT a.appid, a.name, a.client_key AS "clientKey", c.settings->>'publicKey' AS "publicKey" FROM app a JOIN credential c ON c.app_id = a.id
     WHERE c.provider = 'webpush' AND c.settings->>'publicKey' IS NOT NULL ORDER BY a.name, a.id LIMIT 100`,
  );
}
