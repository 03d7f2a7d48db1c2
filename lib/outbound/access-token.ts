import { jsonIn, membersOf } from "@/lib/interface/value-shape";
import { ForbiddenAddressError, NotSentError } from "./errors";

/**
 * Why there is no token. `refused`: the credential is wrong; otherwise it is worth trying again.
 */
export class TokenError extends Error {
  readonly refused: boolean;
  constructor(message: string, refused: boolean) {
    super(message);
    this.refused = refused;
  }
}

/** How long a token call may take, in milliseconds. */
const tokenTimeoutMs = 10_000;
/**
 * Of an answer that does not say, and of one that says more: seconds (RFC 6749 leaves both open).
 */
const unsaidSeconds = 300;
const longestSeconds = 24 * 3_600;
/** A token is renewed so long before its end, in milliseconds, while the old one still serves. */
const aheadMs = 300_000;
/** A token that lives shorter than that is renewed at half its life. */
const share = 0.5;

/** What a request may take to arrive, in milliseconds. */
const arrivalMs = 10_000;
/** After a renewal that failed, while the old token still serves. */
const againMs = 15_000;

interface CachedToken {
  token: string;
  renewAt: number;
  endsAt: number;
}

/**
 * Makes the token call: through the guard for addresses that users type, plain for those of
 * credentials.
 */
export type TokenCall = (call: {
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
}) => Promise<{ status: number; body: string }>;
/** What the token call says (RFC 6749). */
export interface TokenRequest {
  form: Record<string, string>;
  /** Besides those of a form. */
  headers?: Record<string, string>;
}

/**
 * An OAuth 2 access token: fetched once however many callers ask, cached, and renewed ahead of its
 * end (RFC 6749).
 */
export class AccessToken {
  readonly #ask: () => Promise<{ token: string; seconds: number }>;
  #current: CachedToken | undefined;
  #pending: Promise<CachedToken> | undefined;

  /** @param request called again for each token */
  constructor(call: TokenCall, request: () => TokenRequest) {
    this.#ask = () => fetchToken(call, request());
  }

  /** The token. Throws {@link TokenError} or `ForbiddenAddressError`. */
  async get(): Promise<string> {
    const current = this.#current;
    const now = performance.now();
    if (current && now < current.renewAt) return current.token;
    if (current && now < current.endsAt) {
      // Still good: this caller does not wait for the new one; a failure is reported to the next.
      this.#renew().catch(() => {
        current.renewAt = performance.now() + againMs;
      });
      return current.token;
    }
    return (await this.#renew()).token;
  }

  /**
   * Asks a provider with the token, and once more with a new one where it refuses that: it may have
   * ended early, or the other side forgotten it. What refuses the new one as well means the
   * credential. Throws as {@link get}.
   */
  async use<T>(ask: (token: string) => Promise<T>, isRefused: (answer: T) => boolean): Promise<T> {
    const first = await this.get();
    const answer = await ask(first);
    if (!isRefused(answer)) return answer;
    this.forget(first);
    return ask(await this.get());
  }

  /** The provider refused this token: the next call gets another one. */
  forget(token: string): void {
    if (this.#current?.token === token) this.#current = undefined;
  }

  #renew(): Promise<CachedToken> {
    // Its lifetime begins when it is issued, which is after this.
    const startedAt = performance.now();
    this.#pending ??= this.#ask()
      .then(({ token, seconds }) => {
        const life = seconds * 1_000;
        // The last of it is left: it must still be good when it arrives.
        const endsAt = startedAt + life - Math.min(arrivalMs, life * share);
        this.#current = {
          token,
          renewAt: startedAt + life - Math.min(aheadMs, life * share),
          endsAt,
        };
        return this.#current;
      })
      .finally(() => {
        this.#pending = undefined;
      });
    return this.#pending;
  }
}

async function fetchToken(
  call: TokenCall,
  { form, headers }: TokenRequest,
): Promise<{ token: string; seconds: number }> {
  let answer;
  try {
    answer = await call({
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        accept: "application/json",
        ...headers,
      },
      body: new URLSearchParams(form).toString(),
      timeoutMs: tokenTimeoutMs,
    });
  } catch (error) {
    if (error instanceof ForbiddenAddressError) throw error;
    throw new TokenError(
      error instanceof NotSentError
        ? "the token endpoint cannot be reached"
        : "the token endpoint did not answer",
      false,
    );
  }
  const { status } = answer;
  const json = membersOf(jsonIn(answer.body));
  const token = json["access_token"];
  if (status === 200) {
    // It stands in a header: anything else in it would end that, or be refused.
    if (typeof token !== "string" || !/^[\x21-\x7e]{1,16384}$/.test(token))
      throw new TokenError("the token endpoint gave no token", false);
    const said = Number(json["expires_in"]);
    return { token, seconds: said > 0 ? Math.min(said, longestSeconds) : unsaidSeconds };
  }
  // Only the standard's own words are reported: the rest of the answer may repeat the request.
  const word =
    typeof json["error"] === "string" && /^[a-z_]{1,40}$/.test(json["error"])
      ? ` (${json["error"]})`
      : "";
  throw new TokenError(
    `the token endpoint answered ${status}${word}`,
    status >= 400 && status < 500 && status !== 408 && status !== 429,
  );
}
