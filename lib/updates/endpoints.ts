import { cachedAll, forgetCached } from "@/lib/database/cached";
import type { Sql } from "@/lib/database/sql";

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
const cache = "update-endpoints";

/**
 * Returns the endpoints of services, cached for two seconds in this process, or until they change.
 * Services that do not exist are left out.
 *
 * @param sql where to look: the caller's transaction when it is in one
 */
export function endpointsOf(
  sql: Sql,
  serviceIds: readonly string[],
): Promise<Map<string, ServiceEndpoints>> {
  return cachedAll(
    cache,
    serviceIds,
    ttlMs,
    async (missing) => new Map((await load(sql, missing)).map((one) => [one.serviceId, one])),
  );
}

/** Clears the cached endpoints of a service, or of all. */
export function forgetEndpoints(serviceId?: string): void {
  forgetCached(cache, serviceId);
}

async function load(sql: Sql, serviceIds: string[]): Promise<ServiceEndpoints[]> {
  const services = await sql.query<Omit<ServiceEndpoints, "webhooks">>(
    `SELECT id AS "serviceId", coalesce(notifyurl, '') AS notifyurl, coalesce(notifyurl_auth_id, '') AS "notifyurlAuthId", signing_secret_sealed AS "signingSecret"
     FROM service WHERE id = ANY($1::uuid[])`,
    [serviceIds],
  );
  const webhooks = await sql.query<WebhookEndpoint & { serviceId: string }>(
    `SELECT id, service_id AS "serviceId", url, coalesce(notify_auth_id, '') AS "notifyAuthId", coalesce(kinds, '{}') AS kinds, signing_secret_sealed AS "signingSecret",
       disabled_at IS NOT NULL AS disabled
     FROM webhook WHERE service_id = ANY($1::uuid[]) ORDER BY id`,
    [serviceIds],
  );
  return services.map((service) => ({
    ...service,
    webhooks: webhooks.filter(({ serviceId }) => serviceId === service.serviceId),
  }));
}
