import { z } from "zod";
import { config } from "@/lib/config/config";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { shownAddresses } from "./shown-addresses";

/** An app as the console shows it. */
export interface AppRow {
  id: string;
  appid: string;
  name: string;
  serviceId: string;
  /** Of its service, which sends nothing while it is switched off. */
  serviceActive: boolean;
  pushEnabled: boolean;
  siteUrl: string | null;
  iconUrl: string | null;
  /** Of its APNs credential. */
  bundleId: string | null;
  androidRendering: "auto" | "sdk" | "system";
  defaultChannelId: string | null;
  sandbox: boolean;
  /** Of its service: how 4 KB are read (contract 3), and whether notify URLs must be https. */
  sizeRule: "body" | "message";
  httpsOnly: boolean;
  /** Of its service: ids of the authentications for notify URLs, as requests name them; null where there are too many to tell. */
  notifyAuths: string[] | null;
  providers: {
    provider: ProviderKind;
    state: "active" | "flagged";
    reason: string | null;
    /** Its provider took it, or a message with it, as it is kept now. */
    checked: boolean;
  }[];
}

const most = 500;
const mostAuths = 200;

/** The apps of a service, by name; at most 500. */
export const listApps = view("service.view", z.object({ serviceId: z.string() }), serviceNamed, async ({ sql, serviceId }) => {
  const rows = await sql.query<AppRow>(
    `SELECT a.id, a.appid, a.name, a.service_id AS "serviceId", s.active AS "serviceActive", a.push_enabled AS "pushEnabled",
       a.site_url AS "siteUrl", a.icon_url AS "iconUrl",
       (SELECT c.settings->>'bundleId' FROM credential c WHERE c.app_id = a.id AND c.provider = 'apns') AS "bundleId",
       a.android_rendering AS "androidRendering", a.default_channel_id AS "defaultChannelId", s.sandbox, s.size_rule AS "sizeRule", s.https_only AS "httpsOnly",
       (SELECT CASE WHEN count(*) <= ${mostAuths} THEN coalesce(json_agg(n.id), '[]'::json) END FROM
         (SELECT id FROM notify_auth WHERE service_id = a.service_id AND deleted_at IS NULL LIMIT ${mostAuths + 1}) n) AS "notifyAuths",
       coalesce((SELECT json_agg(json_build_object('provider', c.provider, 'state', CASE WHEN c.flagged_at IS NULL THEN 'active' ELSE 'flagged' END,
         'reason', c.flag_reason, 'checked', c.checked_at IS NOT NULL OR c.worked_at IS NOT NULL) ORDER BY c.provider) FROM credential c WHERE c.app_id = a.id), '[]'::json) AS providers
     FROM app a JOIN service s ON s.id = a.service_id WHERE a.service_id = $1 ORDER BY a.name, a.id LIMIT ${most}`,
    [serviceId],
  );
  return rows.map((row) => ({ ...row, ...shownAddresses(row), origin: config().ORIGIN }));
});
