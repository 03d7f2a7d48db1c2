import type { Sql } from "@/lib/database/sql";

/** Requests by the minute that a Firebase project answered, of all apps that send with it. */
export interface QuotaUse {
  /** In the present minute. */
  now: number;
  /** In the busiest minute of the last hour, and of the last day. */
  peakHour: number;
  peakDay: number;
  /** Refused in the last day because the quota was used up. */
  throttledDay: number;
}

/**
 * How much of its quota a Firebase project used. Ask only for a credential that the provider has
 * accepted: the project of others is none of its business.
 */
export async function quotaUseOf(
  sql: Sql,
  { endpoint, projectId }: { endpoint: string; projectId: string },
): Promise<QuotaUse> {
  const [use] = await sql.query<QuotaUse>(
    `SELECT coalesce(sum(requests) FILTER (WHERE minute = date_trunc('minute', now())), 0)::float8 AS now,
       coalesce(max(requests) FILTER (WHERE minute > now() - interval '1 hour'), 0) AS "peakHour",
       coalesce(max(requests), 0) AS "peakDay", coalesce(sum(throttled), 0)::float8 AS "throttledDay"
     FROM quota_use WHERE endpoint = $1 AND project = $2 AND minute > now() - interval '1 day'`,
    [endpoint, projectId],
  );
  return use ?? { now: 0, peakHour: 0, peakDay: 0, throttledDay: 0 };
}
