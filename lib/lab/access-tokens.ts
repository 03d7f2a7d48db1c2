import { randomBytes } from "node:crypto";
import { Remembered } from "./jwt";

/** Access tokens given out by one provider's token endpoint. The newest 10,000 are known. */
export class AccessTokens {
  readonly #expiry = new Remembered<number>(10_000);
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** A new token that holds for so many seconds. */
  issue(lifetimeSeconds: number): string {
    const token = this.#prefix + randomBytes(96).toString("base64url");
    this.#expiry.set(token, Date.now() + lifetimeSeconds * 1000);
    return token;
  }

  judge(token: string): "good" | "expired" | "unknown" {
    const expiry = this.#expiry.get(token);
    if (expiry === undefined) return "unknown";
    return Date.now() < expiry ? "good" : "expired";
  }
}
