import { ForbiddenAddressError, NotSentError } from "@/lib/outbound/errors";
import type { Allowed } from "@/lib/outbound/guard";
import { post } from "@/lib/outbound/plain";

/** Why there is no token. `refused`: the credential is wrong; otherwise it is worth trying again. */
export class TokenError extends Error {
  readonly refused: boolean;
  constructor(message: string, refused: boolean) {
    super(message);
    this.refused = refused;
  }
}

const timeoutMs = 10_000;
/** A token is renewed so long before its end, in milliseconds, while the old one still serves. */
const aheadMs = 300_000;
/** A token that lives shorter than that is renewed at half its life. */
const share = 0.5;

/** After a renewal that failed, while the old token still serves. */
const againMs = 15_000;

interface Held {
  token: string;
  renewAt: number;
  endsAt: number;
}

/** The token call. */
interface TokenCall {
  url: string;
  form: Record<string, string>;
  ca: string | undefined;
  allowed: Allowed;
}

/** An OAuth 2 access token: fetched once however many ask, kept, and renewed ahead of its end (RFC 6749). */
export class AccessToken {
  readonly #fetch: () => Promise<{ token: string; seconds: number }>;
  #held: Held | undefined;
  #pending: Promise<Held> | undefined;

  /** @param ask made anew for each call */
  constructor(ask: () => TokenCall) {
    this.#fetch = () => fetchToken(ask());
  }

  /** The token. Throws {@link TokenError} or `ForbiddenAddressError`. */
  async get(): Promise<string> {
    const held = this.#held;
    const now = performance.now();
    if (held && now < held.renewAt) return held.token;
    if (held && now < held.endsAt) {
      // Still good: whoever asks now does not wait for the new one, and its failure is the next one's to tell.
      this.#renew().catch(() => {
        held.renewAt = performance.now() + againMs;
      });
      return held.token;
    }
    return (await this.#renew()).token;
  }

  /** The provider refused this token: the next call gets another one. */
  forget(token: string): void {
    if (this.#held?.token === token) this.#held = undefined;
  }

  #renew(): Promise<Held> {
    this.#pending ??= this.#fetch()
      .then(({ token, seconds }) => {
        const life = seconds * 1_000;
        const now = performance.now();
        this.#held = { token, renewAt: now + life - Math.min(aheadMs, life * share), endsAt: now + life };
        return this.#held;
      })
      .finally(() => {
        this.#pending = undefined;
      });
    return this.#pending;
  }
}

async function fetchToken({ url, form, ca, allowed }: TokenCall): Promise<{ token: string; seconds: number }> {
  let answer;
  try {
    answer = await post(url, {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(form).toString(),
      timeoutMs,
      ca,
      allowed,
    });
  } catch (error) {
    if (error instanceof ForbiddenAddressError) throw error;
    throw new TokenError(
      error instanceof NotSentError ? "the token endpoint cannot be reached" : "the token endpoint did not answer",
      false,
    );
  }
  const { status } = answer;
  const json = parse(answer.body);
  const token = json["access_token"];
  if (status === 200 && typeof token === "string" && token !== "") return { token, seconds: Math.max(Number(json["expires_in"]) || 0, 1) };
  // Only the standard's own words are told: the rest of the answer may repeat what was sent.
  const word = typeof json["error"] === "string" && /^[a-z_]{1,40}$/.test(json["error"]) ? ` (${json["error"]})` : "";
  throw new TokenError(`the token endpoint answered ${status}${word}`, status >= 400 && status < 500 && status !== 408 && status !== 429);
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
