import { config } from "@/lib/config/config";
import { listAppsSchema } from "@/lib/inputs/app";
import { serviceIdSchema } from "@/lib/inputs/service";
import type { Platform, ProviderKind } from "@/lib/interface/device-kinds";
import { isSendable } from "@/lib/interface/text";
import { countRows, pageOf, type PageOf, type SortKey } from "@/lib/verb/page-of";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { circuitLife } from "../credential/circuits";
import type { AppRecord } from "./find";

/** An app as the console shows it. */
export interface AppRow extends Omit<
  AppRecord,
  "signedRegistration" | "sharedDevices" | "providers"
> {
  /** Of its service, which sends nothing while it is switched off. */
  serviceActive: boolean;
  deepLinkScheme: string | null;
  /** What the console offers for it. */
  platforms: Platform[];
  sandbox: boolean;
  /** Of its service: how 4 KB are read (contract 3), and whether notify URLs must be https. */
  sizeRule: "body" | "message";
  httpsOnly: boolean;
  /** The installation's public address, whose inboxes may be http. */
  origin: string;
  /**
   * Of its service: ids of the authentications for notify URLs, as requests name them; null where
   * there are too many to list.
   */
  notifyAuths: string[] | null;
  providers: {
    provider: ProviderKind;
    state: "active" | "flagged";
    reason: string | null;
    /** Whether the provider accepted the stored credential, or a message sent with it. */
    checked: boolean;
    /**
     * A worker process has its circuit open: the provider, or one of the push services, keeps
     * failing.
     */
    circuitOpen: boolean;
  }[];
}

const most = 500;
const mostAuths = 200;

const select = `SELECT a.id, a.appid, a.name, a.service_id AS "serviceId", s.active AS "serviceActive", a.push_enabled AS "pushEnabled",
       a.site_url AS "siteUrl", a.icon_url AS "iconUrl",
       (SELECT c.settings->>'bundleId' FROM credential c WHERE c.app_id = a.id AND c.provider = 'apns') AS "bundleId",
       a.android_rendering AS "androidRendering", a.default_channel_id AS "defaultChannelId",
       a.deep_link_scheme AS "deepLinkScheme", coalesce(a.platforms, '{}') AS platforms, s.sandbox, s.size_rule AS "sizeRule", s.https_only AS "httpsOnly",
       (SELECT CASE WHEN count(*) <= ${mostAuths} THEN coalesce(json_agg(n.id), '[]'::json) END FROM
         (SELECT id FROM notify_auth WHERE service_id = a.service_id AND deleted_at IS NULL LIMIT ${mostAuths + 1}) n) AS "notifyAuths",
       coalesce((SELECT json_agg(json_build_object('provider', c.provider, 'state', CASE WHEN c.flagged_at IS NULL THEN 'active' ELSE 'flagged' END,
         'reason', c.flag_reason, 'checked', c.checked_at IS NOT NULL OR c.worked_at IS NOT NULL,
         'circuitOpen', EXISTS (SELECT 1 FROM circuit o WHERE o.app_id = c.app_id AND o.provider = c.provider AND o.seen_at > now() - interval '${circuitLife}'
           AND o.opened_at >= c.updated_at)) ORDER BY c.provider) FROM credential c WHERE c.app_id = a.id), '[]'::json) AS providers
     FROM app a JOIN service s ON s.id = a.service_id WHERE a.service_id = $1`;

/** The apps of a service, by name; at most 500. */
export const listApps = view({
  action: "service.view",
  input: serviceIdSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }) => {
    const rows = await sql.query<StoredApp>(`${select} ORDER BY a.name, a.id LIMIT ${most}`, [
      serviceId,
    ]);
    return rows.map(appRow);
  },
});

const pageRows = 50;
const byName: SortKey<StoredApp> = { of: ({ name }) => name, fits: /^.{1,400}$/su };
const fitting = "($2::text IS NULL OR strpos(lower(a.name || ' ' || a.appid), lower($2)) > 0)";

/** The apps of a service whose name or App ID holds a text, by name, 50 a page. */
export const listAppPage = view({
  action: "service.view",
  input: listAppsSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }, { text, after, before }): Promise<PageOf<AppRow>> => {
    if (text !== undefined && !isSendable(text))
      return { rows: [], next: null, previous: null, total: 0 };
    const filterValues = [serviceId, text || null] as const;
    const page = await pageOf<StoredApp>(
      { after, before, limit: pageRows },
      byName,
      ({ place, back, limit }) => {
        const values = [...filterValues, place?.key ?? null, place?.id ?? null, limit];
        return sql.query<StoredApp>(
          back
            ? `${select} AND ${fitting} AND ($3::text IS NULL OR (lower(a.name), a.id) < (lower($3::text), $4::uuid)) ORDER BY lower(a.name) DESC, a.id DESC LIMIT $5`
            : `${select} AND ${fitting} AND ($3::text IS NULL OR (lower(a.name), a.id) > (lower($3::text), $4::uuid)) ORDER BY lower(a.name), a.id LIMIT $5`,
          values,
        );
      },
      () =>
        sql.query<{ n: number }>(countRows(`FROM app a WHERE a.service_id = $1 AND ${fitting}`), [
          ...filterValues,
        ]),
    );
    return { ...page, rows: page.rows.map(appRow) };
  },
});

type StoredApp = Omit<AppRow, "origin">;

function appRow(row: StoredApp): AppRow {
  return { ...row, origin: config().ORIGIN };
}
