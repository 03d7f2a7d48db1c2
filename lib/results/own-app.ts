import { z } from "zod";
import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import type { DeviceKind, ProviderKind } from "@/lib/interface/device-kinds";
import { isSendable } from "@/lib/interface/text";
import { serviceNamed } from "@/lib/verb/service-of";
import { view, type ViewScope } from "@/lib/verb/view";

/** How far a service has come from empty to the first delivery update of its own app. */
export interface OwnAppSteps {
  /** `notifyurl`: whether a notify URL or a webhook gets the updates of its messages. */
  service: { name: string; sandbox: boolean; notifyurl: boolean };
  /** Its apps, by name; at most 200. */
  apps: { appid: string; name: string }[];
  /** The one that was asked for, else the first; undefined where there is none. */
  app: OwnApp | undefined;
}

/** An app, and what it has so far. */
export interface OwnApp {
  id: string;
  appid: string;
  name: string;
  clientKey: string;
  /** The VAPID key that browsers subscribe with; null without a Web Push credential. */
  publicKey: string | null;
  credentials: OwnCredential[];
  /** The one that registered last, the sandbox's left out. */
  device:
    | { kind: DeviceKind; model: string | null; userid: string | null; registeredAt: string }
    | undefined;
  /**
   * Its newest message to a device, and the newest that a device has confirmed, of its newest 50.
   */
  sent: string | undefined;
  confirmed: string | undefined;
  /** Whether a receiver has accepted a delivery update of one of these. */
  hasAcceptedUpdate: boolean;
}

/** A credential, and what its provider says of it; moments in ISO 8601. */
export interface OwnCredential {
  provider: ProviderKind;
  refusedSince: string | null;
  refusedFor: string | null;
  checkedAt: string | null;
  workedAt: string | null;
}

const schema = z.object({ serviceId: z.string(), appid: z.string().optional() });
const mostApps = 200;
/** Messages in which a receipt is looked for: a service that has sent more has long had one. */
const newest = 50;

/** What of the way to an app of one's own is done. */
export const readOwnApp = view({
  action: "service.view",
  input: schema,
  service: serviceNamed,
  run: async (scope, { appid }): Promise<OwnAppSteps> => {
    const { sql, serviceId } = scope;
    const [[service], apps] = await Promise.all([
      sql.query<OwnAppSteps["service"]>(
        "SELECT name, sandbox, notifyurl IS NOT NULL OR EXISTS (SELECT 1 FROM webhook w WHERE w.service_id = service.id AND w.disabled_at IS NULL) AS notifyurl FROM service WHERE id = $1",
        [serviceId],
      ),
      sql.query<{ id: string; appid: string; name: string }>(
        `SELECT id, appid, name FROM app WHERE service_id = $1 ORDER BY name, id LIMIT ${mostApps}`,
        [serviceId],
      ),
    ]);
    const chosen = apps.find((one) => one.appid === appid) ?? apps[0];
    return {
      service: service ?? { name: "", sandbox: false, notifyurl: false },
      apps: apps.map(({ appid: id, name }) => ({ appid: id, name })),
      app: chosen && isSendable(chosen.appid) ? await appWith(scope, chosen) : undefined,
    };
  },
});

async function appWith(
  { sql }: ViewScope,
  { id, appid, name }: { id: string; appid: string; name: string },
): Promise<OwnApp> {
  const [[keys], credentials, [device], [sent], [confirmed], [acceptedUpdate]] = await Promise.all([
    sql.query<{ clientKey: string; publicKey: string | null }>(
      `SELECT a.client_key AS "clientKey", (SELECT c.settings->>'publicKey' FROM credential c WHERE c.app_id = a.id AND c.provider = 'webpush') AS "publicKey"
       FROM app a WHERE a.id = $1`,
      [id],
    ),
    sql.query<WithDates<OwnCredential, "refusedSince" | "checkedAt" | "workedAt">>(
      `SELECT provider, flagged_at AS "refusedSince", flag_reason AS "refusedFor", checked_at AS "checkedAt", worked_at AS "workedAt"
       FROM credential WHERE app_id = $1 ORDER BY provider`,
      [id],
    ),
    sql.query<WithDates<NonNullable<OwnApp["device"]>, "registeredAt">>(
      `SELECT d.kind, d.model, (SELECT u.userid FROM device_user u WHERE u.device_id = d.id ORDER BY u.userid LIMIT 1) AS userid, d.created_at AS "registeredAt"
       FROM device d WHERE d.app_id = $1 AND NOT d.simulated AND d.state = 'active' ORDER BY d.id DESC LIMIT 1`,
      [id],
    ),
    sql.query<{ id: string }>(
      `${messagesOf} SELECT m.id FROM newest m WHERE ${deliveriesIn("r.submitted + r.delivered + r.read")} > 0 LIMIT 1`,
      [id],
    ),
    sql.query<{ id: string }>(
      `${messagesOf} SELECT m.id FROM newest m WHERE ${deliveriesIn("r.delivered + r.read")} > 0 LIMIT 1`,
      [id],
    ),
    sql.query(
      `${messagesOf} SELECT 1 FROM newest m WHERE EXISTS (SELECT 1 FROM "update" u WHERE u.message_id = m.id AND u.state = 'sent') LIMIT 1`,
      [id],
    ),
  ]);
  return {
    id,
    appid,
    name,
    clientKey: keys?.clientKey ?? "",
    publicKey: keys?.publicKey ?? null,
    credentials: credentials.map(isoTimes),
    device: device && isoTimes(device),
    sent: sent?.id,
    confirmed: confirmed?.id,
    hasAcceptedUpdate: acceptedUpdate !== undefined,
  };
}

const messagesOf = `WITH newest AS MATERIALIZED (SELECT id FROM message WHERE app_id = $1 ORDER BY id DESC LIMIT ${newest})`;
const deliveriesIn = (states: string) =>
  `(SELECT sum(${states}) FROM message_rollup r WHERE r.message_id = m.id)`;
