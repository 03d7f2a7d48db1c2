import { changeNumber, keptMs } from "@/lib/database/changes";
import type { Sql } from "@/lib/database/sql";
import { once } from "@/lib/runtime/once";

/** Kinds of delivery updates, in the order in which they happen to one delivery. */
export const updateKinds = ["submitted", "delivered", "read", "failed"] as const;
export type UpdateKind = (typeof updateKinds)[number];

/** An outbound webhook of a service. */
export interface WebhookEndpoint {
  id: string;
  url: string;
  notifyAuthId: string;
  kinds: string[];
  /** Sealed to `webhookSecretPlace`. */
  signingSecret: Uint8Array | null;
  disabled: boolean;
}

/** Where a service wants its delivery updates. */
export interface ServiceEndpoints {
  serviceId: string;
  notifyurl: string;
  notifyurlAuthId: string;
  /** Sealed to `signingSecretPlace`; signs what goes to a notify URL, the request's too. */
  signingSecret: Uint8Array | null;
  webhooks: WebhookEndpoint[];
}

const ttlMs = 2_000;
const entriesLimit = 1_000;

interface Kept {
  until: number;
  number: number;
  value: ServiceEndpoints;
}
const cache = () => once("update-endpoints", () => new Map<string, Kept>());

/**
 * The endpoints of services, kept for two seconds in this process, or until they change. Services that do not exist are left out.
 *
 * @param sql where to look: the caller's transaction when it is in one
 */
export async function endpointsOf(sql: Sql, serviceIds: readonly string[]): Promise<Map<string, ServiceEndpoints>> {
  const kept = cache();
  const now = performance.now();
  const number = changeNumber();
  const found = new Map<string, ServiceEndpoints>();
  const missing: string[] = [];
  for (const id of new Set(serviceIds)) {
    const known = kept.get(id);
    if (known && known.number === number && known.until > now) found.set(id, known.value);
    else missing.push(id);
  }
  if (missing.length === 0) return found;
  if (kept.size + missing.length > entriesLimit) kept.clear();
  for (const value of await load(sql, missing)) {
    kept.set(value.serviceId, { until: now + keptMs(ttlMs), number, value });
    found.set(value.serviceId, value);
  }
  return found;
}

/** Forgets what is kept of a service, or of all. */
export function forgetEndpoints(serviceId?: string): void {
  if (serviceId === undefined) cache().clear();
  else cache().delete(serviceId);
}

async function load(sql: Sql, serviceIds: string[]): Promise<ServiceEndpoints[]> {
  const services = await sql.query<Omit<ServiceEndpoints, "webhooks">>(
    `SELECT id AS "serviceId", coalesce(notifyurl, '') AS notifyurl, coalesce(notifyurl_auth_id, '') AS "notifyurlAuthId", signing_secret_sealed AS "signingSecret"
     FROM service WHERE id = ANY($1::uuid[])`,
    [serviceIds],
  );
  const webhooks = await sql.query<WebhookEndpoint & { serviceId: string }>(
    `SELECT id, service_id AS "serviceId", url, coalesce(notify_auth_id, '') AS "notifyAuthId", kinds, signing_secret_sealed AS "signingSecret",
       disabled_at IS NOT NULL AS disabled
     FROM webhook WHERE service_id = ANY($1::uuid[]) ORDER BY id`,
    [serviceIds],
  );
  return services.map((service) => ({
    ...service,
    webhooks: webhooks.filter(({ serviceId }) => serviceId === service.serviceId),
  }));
}
