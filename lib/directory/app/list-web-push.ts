import { serviceIdSchema } from "@/lib/inputs/service";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** An app as a browser subscribes to its pushes; every member is public. */
export interface WebPushApp {
  appid: string;
  name: string;
  clientKey: string;
  /** VAPID, base64url. */
  publicKey: string;
}

/** Lists the apps of a service that send Web Push, by name; at most 100. */
export const listWebPushApps = view({
  action: "service.view",
  input: serviceIdSchema,
  service: serviceNamed,
  run: ({ sql, serviceId }) =>
    sql.query<WebPushApp>(
      `SELECT a.appid, a.name, a.client_key AS "clientKey", c.settings->>'publicKey' AS "publicKey" FROM app a JOIN credential c ON c.app_id = a.id
     WHERE a.service_id = $1 AND c.provider = 'webpush' AND c.settings->>'publicKey' IS NOT NULL ORDER BY a.name, a.id LIMIT 100`,
      [serviceId],
    ),
});
