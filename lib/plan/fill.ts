import { writeJson } from "@/lib/interface/exact-json";
import { BODY_BYTES, DESTINATIONS, PAYLOAD_BYTES } from "@/lib/interface/limits";
import type { PushRequestInput } from "@/lib/interface/request";
import { utf8Bytes } from "@/lib/interface/text";
import { requestWith, type PlanOptions } from "./own-values";

/** Bytes that one identifier adds to a `destination`. */
export interface IdentifierBytes {
  /** Neighbours with the same one share an entry. */
  entry: string;
  /** Of that entry without any identifier. */
  entryBytes: number;
  /** Of the identifier, as JSON writes it. */
  idBytes: number;
}

/**
 * How full a request is, by sizes alone: what those who make requests and those who only count them
 * go by. A request takes identifiers as long as its bytes (interface 4 rule 5, contract 3) and
 * their number allow, and the first one in any case.
 */
export class Fill {
  readonly #limit: number;
  readonly #most: number;
  #entry: string | undefined;
  #bytes = 0;
  #count = 0;

  constructor({ sizeRule, most = DESTINATIONS }: Pick<PlanOptions, "sizeRule" | "most">) {
    this.#limit = sizeRule === "body" ? PAYLOAD_BYTES : BODY_BYTES;
    this.#most = most;
  }

  /** How many identifiers it has. */
  get count(): number {
    return this.#count;
  }

  /** Begins a request that has so many bytes without recipients. */
  open(bytes: number): void {
    this.#entry = undefined;
    this.#bytes = bytes;
    this.#count = 0;
  }

  /** Whether there is room for one more. */
  takes(one: IdentifierBytes): boolean {
    return (
      this.#count === 0 ||
      (this.#count < this.#most && this.#bytes + this.#added(one) <= this.#limit)
    );
  }

  put(one: IdentifierBytes): void {
    this.#bytes += this.#added(one);
    this.#count += 1;
    this.#entry = one.entry;
  }

  #added({ entry, entryBytes, idBytes }: IdentifierBytes): number {
    if (this.#entry === entry) return idBytes + 1;
    return entryBytes + idBytes + (this.#count > 0 ? 1 : 0);
  }
}

/** The bytes of a pattern's request without recipients, by the values of its own. */
export class EmptyRequests {
  readonly #pattern: PushRequestInput;
  readonly #options: PlanOptions;
  readonly #sizes = new Map<string, { bytes: number; times: readonly number[] }>();

  constructor(pattern: PushRequestInput, options: PlanOptions) {
    this.#pattern = pattern;
    this.#options = options;
  }

  /**
   * What differs between requests with values for the same parameters is the bytes of these values,
   * as often as they stand in there.
   */
  bytesWith(own: Readonly<Record<string, string>>): number {
    const names = Object.keys(own);
    const key = names.join(" ");
    let sizes = this.#sizes.get(key);
    if (!sizes) {
      const empty = Object.fromEntries(names.map((name) => [name, ""]));
      const bytes = this.#written(empty);
      sizes = {
        bytes,
        times: names.map((name) => this.#written({ ...empty, [name]: "x" }) - bytes),
      };
      this.#sizes.set(key, sizes);
    }
    const { bytes, times } = sizes;
    return names.reduce(
      (sum, name, index) => sum + (jsonBytes(own[name] ?? "") - 2) * (times[index] ?? 0),
      bytes,
    );
  }

  #written(own: Readonly<Record<string, string>>): number {
    return utf8Bytes(writeJson(requestWith(this.#pattern, [], own, this.#options)));
  }
}

/** UTF-8 bytes of a text as JSON writes it, quotation marks included. */
export function jsonBytes(text: string): number {
  return utf8Bytes(JSON.stringify(text));
}
