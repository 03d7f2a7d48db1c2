import { z } from "zod";
import type { NotifyAuth } from "@/lib/auth/notify-auth";
import { once } from "@/lib/runtime/once";
import type { Post } from "./post";

type OAuth = Extract<NotifyAuth, { kind: "oauth2" }>;
export type Token = { ok: true; token: string } | { ok: false; reason: string };

const timeoutMs = 10_000;
const maxBytes = 64 * 1024;
/** A token is renewed so long before it ends: it must still be good when it arrives. */
const marginMs = 60_000;
const defaultSeconds = 300;
const longestSeconds = 24 * 3600;
const tokensLimit = 1_000;

const answer = z.object({
  access_token: z
    .string()
    .min(1)
    .regex(/^[\x21-\x7e]+$/),
  expires_in: z.coerce.number().positive().optional().catch(undefined),
});

interface Kept {
  until: number;
  value: Promise<Token>;
}
const tokens = () => once("notify-tokens", () => new Map<string, Kept>());

/**
 * An access token by client credentials (RFC 6749, 4.4), kept until a minute before it ends. Calls that want it at the same moment share one
 * request. A refusal is not kept.
 *
 * @param version changes with anything in `auth`
 */
export function clientCredentialsToken(post: Post, version: string, auth: OAuth): Promise<Token> {
  const kept = tokens();
  const known = kept.get(version);
  if (known && known.until > performance.now()) return known.value;
  if (kept.size >= tokensLimit) kept.clear();
  const entry: Kept = { until: Infinity, value: Promise.resolve({ ok: false, reason: "" }) };
  entry.value = fetchToken(post, auth).then(({ token, until }) => {
    entry.until = until;
    if (!token.ok && kept.get(version) === entry) kept.delete(version);
    return token;
  });
  kept.set(version, entry);
  return entry.value;
}

/** Forgets a token that a receiver did not accept. */
export function forgetToken(version: string): void {
  tokens().delete(version);
}

async function fetchToken(post: Post, auth: OAuth): Promise<{ token: Token; until: number }> {
  const asked = performance.now();
  const refused = (reason: string) => ({
    token: { ok: false as const, reason: `no token from ${new URL(auth.tokenUrl).host}: ${reason}` },
    until: 0,
  });
  try {
    const form = new URLSearchParams({ grant_type: "client_credentials" });
    if (auth.scope) form.set("scope", auth.scope);
    if (auth.audience) form.set("audience", auth.audience);
    const headers: Record<string, string> = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" };
    if (auth.clientIn === "header") {
      const pair = [auth.clientId, auth.clientSecret]
        .map((part) => new URLSearchParams({ part }).toString().slice("part=".length))
        .join(":");
      headers["authorization"] = `Basic ${Buffer.from(pair).toString("base64")}`;
    } else {
      form.set("client_id", auth.clientId);
      form.set("client_secret", auth.clientSecret);
    }
    const { status, body } = await post(auth.tokenUrl, { headers, body: form.toString(), timeoutMs, maxBytes });
    if (status !== 200) return refused(`answered ${status}`);
    const parsed = answer.safeParse(JSON.parse(body));
    if (!parsed.success) return refused("the answer holds no access_token");
    const seconds = Math.min(parsed.data.expires_in ?? defaultSeconds, longestSeconds);
    return { token: { ok: true, token: parsed.data.access_token }, until: asked + Math.max(seconds * 1_000 - marginMs, seconds * 500) };
  } catch (error) {
    return refused(error instanceof SyntaxError ? "the answer is not JSON" : error instanceof Error ? error.message : String(error));
  }
}
