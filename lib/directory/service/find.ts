import { hashServiceKey } from "@/lib/auth/service-key";
import { cached } from "@/lib/database/cached";
import { isId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import type { FrequencyCap } from "@/lib/inputs/frequency-cap";
import { scopes, type Scope } from "@/lib/policy/roles";
import { now } from "@/lib/runtime/clock";
import type { SendingTimes } from "./sending-times";

/** A service as the interface needs it on each request. No secrets. */
export interface ServiceRecord {
  id: string;
  name: string;
  active: boolean;
  sandbox: boolean;
  notifyurl: string | null;
  notifyurlAuthId: string | null;
  sizeRule: "body" | "message";
  always200: boolean;
  httpsOnly: boolean;
  ipAllow: string[];
  idsPerSecond: number | null;
  /** How many campaign messages a user gets at most. */
  frequencyCaps: FrequencyCap[];
  /** When its campaigns go out. */
  sendingTimes: SendingTimes;
}

const columns = `s.id, s.name, s.active, s.sandbox, s.notifyurl, s.notifyurl_auth_id AS "notifyurlAuthId", s.size_rule AS "sizeRule", s.always_200 AS "always200",
  s.https_only AS "httpsOnly", coalesce(s.ip_allow, '{}') AS "ipAllow", s.ids_per_second AS "idsPerSecond", s.frequency_caps AS "frequencyCaps",
  jsonb_build_object('timezone', s.timezone, 'quietFrom', s.quiet_from, 'quietTo', s.quiet_to, 'windowFrom', s.window_from, 'windowTo', s.window_to, 'windowDays', coalesce(s.window_days, '{}')) AS "sendingTimes"`;

const ttlMs = 5_000;

/** A service, and what the credential that named it is for. */
export interface KeyedService extends ServiceRecord {
  scopes: Scope[];
  /** Of the service key, or of the JWT secret that signed. */
  keyId: string;
}

interface KeyRow extends ServiceRecord {
  keyId: string;
  scopes: string[];
  expiresAt: Date | null;
}

/**
 * The service that a service key belongs to; undefined when the key is unknown, revoked or has
 * ended. A revoked key works no longer than a notification takes (`cached`), and one that ends by
 * itself not a moment longer, by the clock of the database.
 */
export async function serviceOfKey(key: string): Promise<KeyedService | undefined> {
  const hash = hashServiceKey(key);
  const keyed = await cached(
    "service-by-key",
    Buffer.from(hash).toString("base64url"),
    ttlMs,
    async () => {
      const [row] = await database().query<KeyRow>(
        `SELECT ${columns}, k.id AS "keyId", coalesce(k.scopes, '{}') AS scopes, k.expires_at AS "expiresAt" FROM service_key k JOIN service s ON s.id = k.service_id
       WHERE k.hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`,
        [hash],
      );
      if (!row) return undefined;
      const { expiresAt, ...service } = row;
      return {
        endsAt: expiresAt?.getTime() ?? Infinity,
        service: { ...service, scopes: scopes.filter((scope) => row.scopes.includes(scope)) },
      };
    },
  );
  return keyed && keyed.endsAt > now() ? keyed.service : undefined;
}

/**
 * Returns the id of the service that the sandbox's devices belong to, the first sandbox service;
 * undefined where there is none.
 */
export async function sandboxServiceId(): Promise<string | undefined> {
  return cached("sandbox-service", "", ttlMs, async () => {
    const rows = await database().query<{ id: string }>(
      "SELECT id FROM service WHERE sandbox ORDER BY id LIMIT 1",
    );
    return rows[0]?.id;
  });
}

/** A service by id; undefined for what is none, and for a text that cannot be one. */
export async function findService(id: string): Promise<ServiceRecord | undefined> {
  if (!isId(id)) return undefined;
  return cached(
    "service",
    id,
    ttlMs,
    async () =>
      (
        await database().query<ServiceRecord>(`SELECT ${columns} FROM service s WHERE s.id = $1`, [
          id,
        ])
      )[0],
  );
}
