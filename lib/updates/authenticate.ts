import { createHash } from "node:crypto";
import { notifyAuthSchema, type NotifyAuth } from "@/lib/auth/notify-auth";
import { unseal, UnsealError } from "@/lib/auth/seal";
import { notifyAuthPlace } from "@/lib/auth/sealed-places";
import { changeNumber, keptMs } from "@/lib/database/changes";
import type { Sql } from "@/lib/database/sql";
import { once } from "@/lib/runtime/once";
import { clientCredentialsToken, forgetToken } from "./oauth-token";
import type { Post } from "./post";

/** Headers that authenticate a call, or why there are none. `park`: trying again brings the same until somebody mends it. */
export type Authentication =
  | { ok: true; headers: Record<string, string>; refused?: () => void }
  | { ok: false; park: boolean; reason: string };

const ttlMs = 2_000;
const entriesLimit = 1_000;

type Loaded = { auth: NotifyAuth; version: string } | { reason: string };
interface Kept {
  until: number;
  number: number;
  value: Promise<Loaded>;
}
const cache = () => once("notify-auths", () => new Map<string, Kept>());

/**
 * The authentication that a service's `notifyurlAuthId` names (contract 7): none, basic, API key, bearer, or OAuth 2 client credentials
 * (RFC 6749, 4.4) with a token that is kept until it ends. Changes count at once. Call `refused` when the
 * receiver answered 401: the next call fetches a new token.
 *
 * @param notifyAuthId "" for none
 */
export async function authenticate(sql: Sql, post: Post, serviceId: string, notifyAuthId: string): Promise<Authentication> {
  if (notifyAuthId === "") return { ok: true, headers: {} };
  const loaded = await kept(sql, serviceId, notifyAuthId);
  if ("reason" in loaded) return { ok: false, park: true, reason: loaded.reason };
  const { auth, version } = loaded;
  switch (auth.kind) {
    case "none":
      return { ok: true, headers: {} };
    case "basic":
      return { ok: true, headers: { authorization: `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString("base64")}` } };
    case "apikey":
      return { ok: true, headers: { [auth.header.toLowerCase()]: auth.value } };
    case "bearer":
      return { ok: true, headers: { authorization: `Bearer ${auth.token}` } };
    case "oauth2": {
      const token = await clientCredentialsToken(post, version, auth);
      if (!token.ok) return { ok: false, park: false, reason: token.reason };
      return { ok: true, headers: { authorization: `Bearer ${token.token}` }, refused: () => forgetToken(version) };
    }
  }
}

function kept(sql: Sql, serviceId: string, id: string): Promise<Loaded> {
  const auths = cache();
  const key = `${serviceId} ${id}`;
  const known = auths.get(key);
  const number = changeNumber();
  if (known && known.number === number && known.until > performance.now()) return known.value;
  if (auths.size >= entriesLimit) auths.clear();
  const value = load(sql, serviceId, id);
  const entry = { until: performance.now() + keptMs(ttlMs), number, value };
  auths.set(key, entry);
  value.catch(() => auths.get(key) === entry && auths.delete(key));
  return value;
}

async function load(sql: Sql, serviceId: string, id: string): Promise<Loaded> {
  const rows = await sql.query<{ kind: string; settings: Record<string, unknown>; sealed: Uint8Array | null; deleted: boolean }>(
    `SELECT kind, settings, secret_sealed AS sealed, deleted_at IS NOT NULL AS deleted FROM notify_auth WHERE id = $1 AND service_id = $2`,
    [id, serviceId],
  );
  const [row] = rows;
  if (!row) return { reason: `there is no authentication "${id}"` };
  if (row.deleted) return { reason: `the authentication "${id}" was deleted` };
  try {
    const secret = row.sealed ? (JSON.parse(unseal(row.sealed, notifyAuthPlace(serviceId, id))) as Record<string, unknown>) : {};
    const parsed = notifyAuthSchema.safeParse({ ...row.settings, ...secret, kind: row.kind });
    if (!parsed.success) return { reason: `the authentication "${id}" is not complete` };
    const version = createHash("sha256")
      .update(`${serviceId} ${id} ${JSON.stringify(parsed.data)}`)
      .digest("base64");
    return { auth: parsed.data, version };
  } catch (error) {
    if (error instanceof UnsealError) return { reason: `the secret of the authentication "${id}" cannot be opened` };
    throw error;
  }
}
