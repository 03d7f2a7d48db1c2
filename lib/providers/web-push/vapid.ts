import type { KeyObject } from "node:crypto";
import { now } from "@/lib/runtime/clock";
import { p256Key, signJwt } from "../jwt";

/**
 * A token is valid for so long, and renewed at half of it: push services want it seldom signed (RFC
 * 8292 2).
 */
const lifeSeconds = 12 * 3_600;
const renewMs = 6 * 3_600_000;
/** Origins whose tokens are cached. */
const mostOrigins = 1_000;

/**
 * Voluntary application server identification (RFC 8292): the `authorization` header for each push
 * service, signed once in six hours.
 */
export class Vapid {
  readonly #key: KeyObject;
  readonly #publicKey: string;
  readonly #subject: string;
  readonly #headers = new Map<string, { header: string; at: number }>();

  /** Throws when the keys do not belong together. */
  constructor(keys: { publicKey: string; privateKey: string; subject: string }) {
    this.#key = p256Key(keys.publicKey, keys.privateKey);
    this.#publicKey = keys.publicKey.replace(/=+$/, "");
    this.#subject = keys.subject;
  }

  /** The header's value for an endpoint's origin. */
  header(origin: string, at = now()): string {
    const cached = this.#headers.get(origin);
    if (cached && at - cached.at < renewMs && at >= cached.at) return cached.header;
    const jwt = signJwt(
      "ES256",
      {},
      { aud: origin, exp: Math.floor(at / 1_000) + lifeSeconds, sub: this.#subject },
      this.#key,
    );
    const header = `vapid t=${jwt}, k=${this.#publicKey}`;
    if (this.#headers.size >= mostOrigins) this.#headers.clear();
    this.#headers.set(origin, { header, at });
    return header;
  }
}
