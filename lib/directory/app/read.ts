import { isoTimes } from "@/lib/database/iso-times";
import type { Sql } from "@/lib/database/sql";
import { masked, type Description } from "@/lib/describe/description";
import { mostCountedDevices, namedAppSchema } from "@/lib/inputs/app";
import {
  deviceKinds,
  providerOf,
  type Platform,
  type ProviderKind,
} from "@/lib/interface/device-kinds";
import { providers } from "@/lib/providers/credentials";
import { NotFoundError } from "@/lib/verb/errors";
import { view } from "@/lib/verb/view";
import { openCircuits, type CircuitRow } from "../credential/circuits";
import { quotaUseOf, type QuotaUse } from "../credential/quota";
import type { AppRecord } from "./find";
import { serviceOfApp } from "./service-of";
import { appUse, type AppUse } from "./use";

/** A credential as the console shows it: nothing of its secret members but that they are there. */
export interface CredentialRow {
  provider: ProviderKind;
  revision: number;
  /** Its members in clear, by name. */
  settings: Record<string, string>;
  /** Since when its provider refuses it, ISO 8601. */
  refusedSince: string | null;
  refusedFor: string | null;
  /** When its provider accepted it in a check, ISO 8601; null while it is unchecked. */
  checkedAt: string | null;
  /**
   * When its provider last accepted a message sent with it, to the minute, ISO 8601; null if none
   * was sent since it was saved.
   */
  workedAt: string | null;
  /** When its certificate ends, ISO 8601; null for what does not. */
  expiresAt: string | null;
  /** Devices that are reached with it, {@link mostCountedDevices} at most. */
  devices: number;
  /** Open circuits, the oldest first: none while its provider answers. */
  circuits: CircuitRow[];
  /**
   * How much of its quota the Firebase project used; null of other providers, and while Firebase
   * has not accepted the credential.
   */
  quota: QuotaUse | null;
}

/** An app with all that its page shows. */
export interface AppDetail extends Omit<AppRecord, "bundleId" | "providers"> {
  /** Of its settings. */
  revision: number;
  /** Publishable. */
  clientKey: string;
  deepLinkScheme: string | null;
  platforms: Platform[];
  /**
   * The app of the sandbox: its credentials are those of the simulated providers, and are set again
   * at each start.
   */
  sandbox: boolean;
  credentials: CredentialRow[];
  /** What depends on it. */
  use: AppUse;
}

/** An app by its id, with its credentials by provider. */
export const readAppDetail = view({
  action: "service.view",
  input: namedAppSchema,
  service: serviceOfApp,
  run: async ({ sql }, { appId }): Promise<AppDetail> => {
    const [app] = await sql.query<Omit<AppDetail, "credentials" | "use">>(
      `SELECT a.id, a.revision, a.appid, a.name, a.service_id AS "serviceId", a.client_key AS "clientKey", a.push_enabled AS "pushEnabled", a.site_url AS "siteUrl",
       a.icon_url AS "iconUrl", a.android_rendering AS "androidRendering", a.default_channel_id AS "defaultChannelId",
       a.deep_link_scheme AS "deepLinkScheme", coalesce(a.platforms, '{}') AS platforms,
       a.signed_registration AS "signedRegistration", a.shared_devices AS "sharedDevices", s.sandbox AND a.appid = 'sandbox' AS sandbox FROM app a JOIN service s ON s.id = a.service_id WHERE a.id = $1`,
      [appId],
    );
    if (!app) throw new NotFoundError("This app");
    return {
      ...app,
      credentials: await credentialsOf(sql, appId),
      use: await appUse(sql, app),
    };
  },
});

async function credentialsOf(sql: Sql, appId: string): Promise<CredentialRow[]> {
  const storedCredentials = await sql.prisma.credential.findMany({
    where: { appId },
    orderBy: { provider: "asc" },
    omit: { secretSealed: true },
  });
  const circuits = await openCircuits(sql, appId);
  const rows: CredentialRow[] = [];
  for (const {
    revision,
    flaggedAt,
    flagReason,
    checkedAt,
    workedAt,
    expiresAt,
    ...row
  } of storedCredentials) {
    const provider = row.provider as ProviderKind;
    const settings = row.settings as Record<string, unknown>;
    const what: Description = providers[provider];
    const kinds = deviceKinds.filter((kind) => providerOf(kind) === provider);
    rows.push({
      provider,
      revision,
      settings: masked(what, settings),
      ...isoTimes({ refusedSince: flaggedAt, checkedAt, workedAt, expiresAt }),
      refusedFor: flaggedAt && (flagReason ?? ""),
      devices: await countDevices(sql, appId, kinds),
      circuits: circuits.filter((one) => one.provider === provider),
      quota: provider === "fcm" && (checkedAt ?? workedAt) ? await quotaOf(sql, settings) : null,
    });
  }
  return rows;
}

async function quotaOf(
  sql: Sql,
  { endpoint, projectId }: Record<string, unknown>,
): Promise<QuotaUse | null> {
  return typeof endpoint === "string" && typeof projectId === "string"
    ? quotaUseOf(sql, { endpoint, projectId })
    : null;
}

// By hand: with a bound Prisma's count would sort them by id.
async function countDevices(sql: Sql, appId: string, kinds: readonly string[]): Promise<number> {
  const [row] = await sql.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM (SELECT 1 FROM device WHERE app_id = $1 AND kind = ANY($2::text[]) AND state = 'active' LIMIT ${mostCountedDevices}) x`,
    [appId, kinds],
  );
  return row?.n ?? 0;
}
