import { seal } from "@/lib/auth/seal";
import { sealParts } from "@/lib/auth/sealed-parts";
import { notifyAuthPlace, signingSecretPlace, webhookSecretPlace } from "@/lib/auth/sealed-places";
import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import type { Description } from "@/lib/describe/description";
import { notifyAuths, type NotifyAuth } from "@/lib/describe/notify-auths";
import { updateCodes } from "@/lib/interface/codes";
import type { UpdateKind } from "@/lib/interface/update";
import type { UpdateSource } from "./build";
import type { DeliveryFacts } from "./delivery-facts";
import type { ClaimLimits } from "./origins";
import { defaultPolicy } from "./policy";

/** Rows that tests of this room need. */

/** A service; returns its id. */
export async function testService(
  sql: Sql,
  options: { notifyurl?: string; notifyurlAuthId?: string; secret?: string } = {},
): Promise<string> {
  const id = newId();
  await sql.query(
    "INSERT INTO service (id, name, notifyurl, notifyurl_auth_id, signing_secret_sealed) VALUES ($1, 'test', $2, $3, $4)",
    [
      id,
      options.notifyurl ?? null,
      options.notifyurlAuthId ?? null,
      options.secret === undefined ? null : seal(options.secret, signingSecretPlace(id)),
    ],
  );
  return id;
}

/** A webhook; returns its id. */
export async function testWebhook(
  sql: Sql,
  serviceId: string,
  url: string,
  kinds: UpdateKind[],
  secret?: string,
): Promise<string> {
  const id = newId();
  await sql.query(
    "INSERT INTO webhook (id, service_id, url, kinds, signing_secret_sealed) VALUES ($1, $2, $3, $4, $5)",
    [id, serviceId, url, kinds, secret === undefined ? null : seal(secret, webhookSecretPlace(id))],
  );
  return id;
}

/** A notify authentication, sealed as the console seals it; returns its id. */
export async function testAuth(
  sql: Sql,
  serviceId: string,
  auth: NotifyAuth,
  id = newId(),
): Promise<string> {
  const { kind, ...members } = auth;
  const what: Description = notifyAuths[kind];
  const { settings, sealed } = sealParts(what, members, notifyAuthPlace(serviceId, id));
  await sql.query(
    "INSERT INTO notify_auth (id, service_id, name, kind, settings, secret_sealed) VALUES ($1, $2, 'test', $3, $4, $5)",
    [id, serviceId, kind, JSON.stringify(settings), sealed],
  );
  return id;
}

const codes = { submitted: "7501", delivered: "7500", read: "7502", failed: "7404" } as const;

/**
 * A change of a delivery of its own, to be sent to the service's endpoints unless `more` says
 * otherwise.
 */
export function testSource(
  serviceId: string,
  kind: UpdateKind,
  {
    at,
    code,
    description,
    button,
    reply,
    ...more
  }: Partial<DeliveryFacts & Omit<UpdateSource, "delivery" | "kind">> = {},
): UpdateSource {
  return {
    delivery: {
      messageId: newId(),
      deliveryId: newId(),
      serviceId,
      pushid: "token",
      destination: "user-1",
      destinationType: "userid",
      deviceid: "device-1",
      correlationid: "c",
      callbackData: "",
      notifyurl: "",
      notifyurlAuthId: "",
      pushref: "",
      ...more,
    },
    kind,
    at: at ?? new Date("2026-02-07T14:52:10.281Z"),
    code: code ?? codes[kind],
    description: description ?? updateCodes[codes[kind]],
    button,
    reply,
  };
}

/** What the console would show of the updates of a service. */
export interface ShownUpdate {
  id: string;
  kind: string;
  receiver: string;
  state: string;
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  /** Milliseconds until it is due. */
  dueInMs: number | null;
}

/** The time by the clock of the database. */
export async function databaseTime(sql: Sql): Promise<string> {
  const [row] = await sql.query<{ at: string }>("SELECT now()::text AS at");
  return row?.at ?? "";
}

/**
 * Whether each update of a service is due so many milliseconds after a moment between `since` and
 * now.
 */
export async function areDueIn(
  sql: Sql,
  serviceId: string,
  ms: number,
  since: string,
): Promise<boolean> {
  const [row] = await sql.query<{ isSo: boolean | null }>(
    // Times are stored in whole milliseconds.
    `SELECT bool_and(next_at - make_interval(secs => $2::float8 / 1000)
       BETWEEN $3::timestamptz - interval '1 millisecond' AND now() + interval '1 millisecond') AS "isSo" FROM "update" WHERE service_id = $1`,
    [serviceId, ms, since],
  );
  return row?.isSo === true;
}

export function updatesOf(sql: Sql, serviceId: string): Promise<ShownUpdate[]> {
  return sql.query<ShownUpdate>(
    `SELECT id, kind, receiver, state, attempts, last_status AS "lastStatus", last_error AS "lastError", (extract(epoch FROM next_at - now()) * 1000)::float8 AS "dueInMs"
     FROM "update" WHERE service_id = $1 ORDER BY id`,
    [serviceId],
  );
}

/** Limits of a process that has no updates yet. */
export const noLimits: ClaimLimits = {
  origins: { serviceIds: [], origins: [], free: [] },
  services: { ids: [], free: [], newFree: defaultPolicy.mostLeased },
};
