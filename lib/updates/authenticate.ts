import { createHash } from "node:crypto";
import { UnsealError } from "@/lib/auth/seal";
import { openParts } from "@/lib/auth/sealed-parts";
import { notifyAuthPlace } from "@/lib/auth/sealed-places";
import { cached } from "@/lib/database/cached";
import type { Sql } from "@/lib/database/sql";
import { notifyAuthSchema, type NotifyAuth } from "@/lib/describe/notify-auths";
import { clientCredentials } from "./oauth-token";
import type { Post } from "./post";

/**
 * Headers that authenticate a call and the secrets in them, or why there are none. `park`: trying
 * again brings the same until a member mends it.
 */
export type Authentication =
  | { ok: true; headers: Record<string, string>; secrets: readonly string[]; refused?: () => void }
  | { ok: false; park: boolean; reason: string };

const ttlMs = 2_000;

type AuthLookup = { auth: NotifyAuth; version: string } | { reason: string };

/**
 * Returns the authentication that a service's `notifyurlAuthId` names (contract 7): none, basic,
 * API key, bearer, or OAuth 2 client credentials (RFC 6749, 4.4) with a token that is cached until
 * it ends. Changes count at once. Call `refused` when the receiver answered 401: the next call
 * fetches a new token.
 *
 * @param notifyAuthId "" for none
 */
export async function authenticate(
  sql: Sql,
  post: Post,
  serviceId: string,
  notifyAuthId: string,
): Promise<Authentication> {
  if (notifyAuthId === "") return { ok: true, headers: {}, secrets: [] };
  const loaded = await cached("notify-auth", `${serviceId} ${notifyAuthId}`, ttlMs, () =>
    load(sql, serviceId, notifyAuthId),
  );
  if ("reason" in loaded) return { ok: false, park: true, reason: loaded.reason };
  const { auth, version } = loaded;
  switch (auth.kind) {
    case "none":
      return { ok: true, headers: {}, secrets: [] };
    case "basic": {
      const pair = Buffer.from(`${auth.username}:${auth.password}`).toString("base64");
      return {
        ok: true,
        headers: { authorization: `Basic ${pair}` },
        secrets: [pair, auth.password],
      };
    }
    case "apikey":
      return {
        ok: true,
        headers: { [auth.header.toLowerCase()]: auth.value },
        secrets: [auth.value],
      };
    case "bearer":
      return {
        ok: true,
        headers: { authorization: `Bearer ${auth.token}` },
        secrets: [auth.token],
      };
    case "oauth2": {
      const access = clientCredentials(post, version, auth);
      try {
        const token = await access.get();
        return {
          ok: true,
          headers: { authorization: `Bearer ${token}` },
          secrets: [token],
          refused: () => access.forget(token),
        };
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error);
        return {
          ok: false,
          park: false,
          reason: `no token from ${new URL(auth.tokenUrl).host}: ${words}`,
        };
      }
    }
  }
}

async function load(sql: Sql, serviceId: string, id: string): Promise<AuthLookup> {
  const rows = await sql.query<{
    kind: string;
    settings: Record<string, unknown>;
    sealed: Uint8Array | null;
    deleted: boolean;
  }>(
    `SELECT kind, settings, secret_sealed AS sealed, deleted_at IS NOT NULL AS deleted FROM notify_auth WHERE id = $1 AND service_id = $2`,
    [id, serviceId],
  );
  const [row] = rows;
  if (!row) return { reason: `there is no authentication "${id}"` };
  if (row.deleted) return { reason: `the authentication "${id}" was deleted` };
  try {
    const stored = openParts(row.settings, row.sealed, notifyAuthPlace(serviceId, id));
    const parsed = notifyAuthSchema.safeParse({ ...stored, kind: row.kind });
    if (!parsed.success) return { reason: `the authentication "${id}" is not complete` };
    const version = createHash("sha256")
      .update(`${serviceId} ${id} ${JSON.stringify(parsed.data)}`)
      .digest("base64");
    return { auth: parsed.data, version };
  } catch (error) {
    if (error instanceof UnsealError)
      return { reason: `the secret of the authentication "${id}" cannot be opened` };
    throw error;
  }
}
