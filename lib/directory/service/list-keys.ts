import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import { serviceIdSchema } from "@/lib/inputs/service";
import { scopes, type Scope } from "@/lib/policy/roles";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { callsWith, type KeyCalls } from "./key-callers";
import { activeKey, mostKeys } from "./keys";

/** A key as members see it; the key itself is not stored. */
export interface ServiceKeyRow extends KeyCalls {
  id: string;
  name: string;
  prefix: string;
  scopes: Scope[];
  /** ISO 8601 UTC, as all times of it. */
  createdAt: string;
  lastUsedAt: string | null;
  /** Empty where the address is unknown. */
  lastUsedFrom: string | null;
  /** When it ends, or ended, by itself or because it was replaced. */
  expiresAt: string | null;
  revokedAt: string | null;
  active: boolean;
  /** Prefix of the key that took its place. */
  successor: string | null;
}

type Row = WithDates<
  Omit<ServiceKeyRow, "scopes" | keyof KeyCalls>,
  "createdAt" | "lastUsedAt" | "expiresAt" | "revokedAt"
> & {
  scopes: string[];
};

/** All that work, twice as many while each is replaced; those before them are shown for a while. */
const most = 2 * mostKeys + 20;

/**
 * The keys of a service, those that work first, with who called with them in the last 24 hours; at
 * most 120.
 */
export const listServiceKeys = view({
  action: "service.view",
  input: serviceIdSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }): Promise<ServiceKeyRow[]> => {
    const rows = await sql.query<Row>(
      `SELECT k.id, k.name, k.prefix, coalesce(k.scopes, '{}') AS scopes, k.created_at AS "createdAt", k.last_used_at AS "lastUsedAt", k.last_used_from AS "lastUsedFrom",
       k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt", ${activeKey} AS active, n.prefix AS successor
     FROM service_key k LEFT JOIN service_key n ON n.id = k.successor_id WHERE k.service_id = $1 ORDER BY ${activeKey} DESC, k.id DESC LIMIT ${most}`,
      [serviceId],
    );
    const calls = await callsWith(sql, rows);
    return rows.map((row) => ({
      ...isoTimes(row),
      ...calls(row.id),
      scopes: scopes.filter((scope) => row.scopes.includes(scope)),
    }));
  },
});
