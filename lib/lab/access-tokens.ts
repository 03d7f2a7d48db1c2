import { randomBytes } from "node:crypto";
import { BoundedCache } from "./jwt";

/** Access tokens that one provider's token endpoint issued. The newest 10,000 are stored. */
export class AccessTokens {
  readonly #expiry = new BoundedCache<number>(10_000);
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Returns a new token that is valid for so many seconds. */
  issue(lifetimeSeconds: number): string {
    const token = this.#prefix + randomBytes(96).toString("base64url");
    this.#expiry.set(token, Date.now() + lifetimeSeconds * 1000);
    return token;
  }

  check(token: string): "good" | "expired" | "unknown" {
    const expiry = this.#expiry.get(token);
    if (expiry === undefined) return "unknown";
    return Date.now() < expiry ? "good" : "expired";
  }
}
