import type { Sql } from "@/lib/database/sql";
import type { ProviderKind } from "@/lib/interface/device-kinds";

/** Age from which a circuit is void that its process no longer renews, as an SQL interval. */
export const circuitLife = "30 seconds";

/**
 * An open circuit as the console shows it: messages wait, and one is let through as a probe from
 * time to time. Moments in ISO 8601.
 */
export interface CircuitRow {
  /** The push service’s; empty for providers with one address. */
  origin: string;
  since: string;
  /** What the provider answered last. */
  reason: string;
  probeAt: string;
}

/** Rows that are read at most. */
const most = 200;

/**
 * The open circuits of an app's credentials, the oldest first, 200 at most; those of several
 * processes as one: open as long as one of them has it open.
 */
export async function openCircuits(
  sql: Sql,
  appId: string,
): Promise<(CircuitRow & { provider: ProviderKind })[]> {
  const rows = await sql.query<{
    provider: ProviderKind;
    origin: string;
    openedAt: Date;
    probeAt: Date;
    reason: string;
  }>(
    `SELECT c.provider, c.origin, min(c.opened_at) AS "openedAt", min(c.probe_at) AS "probeAt", (array_agg(c.reason ORDER BY c.probe_at DESC))[1] AS reason
     FROM circuit c JOIN credential k ON k.app_id = c.app_id AND k.provider = c.provider
     WHERE c.app_id = $1 AND c.seen_at > now() - interval '${circuitLife}' AND c.opened_at >= k.updated_at
     GROUP BY c.provider, c.origin ORDER BY min(c.opened_at), c.origin LIMIT ${most}`,
    [appId],
  );
  return rows.map(({ openedAt, probeAt, ...row }) => ({
    ...row,
    since: openedAt.toISOString(),
    probeAt: probeAt.toISOString(),
  }));
}
