import { serviceIdSchema } from "@/lib/inputs/service";
import { scopes, type Scope } from "@/lib/policy/roles";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { activeKey } from "./lock-keys";

/** Calls of the last 24 hours from one address. */
export interface KeyCaller {
  /** Empty for all that were not counted apart. */
  address: string;
  calls: number;
}

/** A key as members see it; the key itself is kept nowhere. */
export interface ServiceKeyRow {
  id: string;
  name: string;
  prefix: string;
  scopes: Scope[];
  /** ISO 8601 UTC, as all times of it. */
  createdAt: string;
  lastUsedAt: string | null;
  /** Empty where nobody knew the address. */
  lastUsedFrom: string | null;
  /** When it ends, or ended, by itself or because it was replaced. */
  expiresAt: string | null;
  revokedAt: string | null;
  active: boolean;
  /** Prefix of the key that took its place. */
  successor: string | null;
  /** Calls of the last 24 hours, and from where: the addresses with the most, at most five. */
  calls: number;
  callers: KeyCaller[];
  /** Addresses of those calls that are not among `callers`. */
  moreCallers: number;
}

type Row = Omit<ServiceKeyRow, "scopes" | "createdAt" | "lastUsedAt" | "expiresAt" | "revokedAt" | "calls" | "callers" | "moreCallers"> & {
  scopes: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
};
interface Use extends KeyCaller {
  keyId: string;
}

/** Two work, or four while both are replaced; those before them are shown for a while. */
const most = 20;
const mostCallers = 5;

/** The keys of a service, those that work first, with who called with them in the last 24 hours; at most 20. */
export const listServiceKeys = view("service.view", serviceIdSchema, serviceNamed, async ({ sql, serviceId }): Promise<ServiceKeyRow[]> => {
  const rows = await sql.query<Row>(
    `SELECT k.id, k.name, k.prefix, coalesce(k.scopes, '{}') AS scopes, k.created_at AS "createdAt", k.last_used_at AS "lastUsedAt", k.last_used_from AS "lastUsedFrom",
       k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt", ${activeKey} AS active, n.prefix AS successor
     FROM service_key k LEFT JOIN service_key n ON n.id = k.successor_id WHERE k.service_id = $1 ORDER BY ${activeKey} DESC, k.id DESC LIMIT ${most}`,
    [serviceId],
  );
  const uses = await sql.query<Use>(
    `SELECT u.key_id AS "keyId", u.address, sum(u.calls)::float8 AS calls FROM service_key_use u JOIN service_key k ON k.id = u.key_id
     WHERE k.service_id = $1 AND u.hour > now() - interval '24 hours' GROUP BY u.key_id, u.address ORDER BY calls DESC, u.address`,
    [serviceId],
  );
  return rows.map(({ createdAt, lastUsedAt, expiresAt, revokedAt, ...row }) => {
    const own = uses.filter(({ keyId }) => keyId === row.id);
    return {
      ...row,
      scopes: scopes.filter((scope) => row.scopes.includes(scope)),
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      expiresAt: expiresAt?.toISOString() ?? null,
      revokedAt: revokedAt?.toISOString() ?? null,
      calls: own.reduce((sum, { calls }) => sum + calls, 0),
      callers: own.slice(0, mostCallers).map(({ address, calls }) => ({ address, calls })),
      moreCallers: Math.max(0, own.length - mostCallers),
    };
  });
});
