import { utf8Bytes } from "@/lib/interface/bytes";
import { writeJson } from "@/lib/interface/exact-json";
import { BODY_BYTES, DESTINATIONS, PAYLOAD_BYTES } from "@/lib/interface/limits";
import type { SizeRule } from "@/lib/interface/parse";
import type { PushRequestInput } from "@/lib/interface/request";

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
 * How full a request is, by sizes alone: what those who make requests and those who only count them go by. A request takes identifiers as long as its bytes
 * (interface 4 rule 5, contract 3) and their number allow, and the first one in any case.
 */
export class Fill {
  readonly #limit: number;
  #entry: string | undefined;
  #bytes = 0;
  #count = 0;

  constructor(sizeRule: SizeRule) {
    this.#limit = sizeRule === "body" ? PAYLOAD_BYTES : BODY_BYTES;
  }

  /** How many identifiers it has. */
  get count(): number {
    return this.#count;
  }

  /** Begins a request that has so many bytes with nobody in it. */
  open(bytes: number): void {
    this.#entry = undefined;
    this.#bytes = bytes;
    this.#count = 0;
  }

  /** Whether there is room for one more. */
  takes(one: IdentifierBytes): boolean {
    return this.#count === 0 || (this.#count < DESTINATIONS && this.#bytes + this.#added(one) <= this.#limit);
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

/** The request of a pattern to these, with values of their own for parameters of its template. */
export function requestWith(
  pattern: PushRequestInput,
  destination: PushRequestInput["destination"],
  own: Readonly<Record<string, string>>,
): PushRequestInput {
  const { message } = pattern;
  const request = { ...pattern, destination };
  if (!message || Object.keys(own).length === 0) return request;
  return { ...request, message: { ...message, parameters: { ...message.parameters, ...own } } };
}

/** The bytes of a pattern's request with nobody in it, by the values of its own. */
export class EmptyRequests {
  readonly #pattern: PushRequestInput;
  readonly #bytes = new Map<string, number>();

  constructor(pattern: PushRequestInput) {
    this.#pattern = pattern;
  }

  /** What differs between requests with values for the same parameters is the bytes of these values. */
  bytesWith(own: Readonly<Record<string, string>>): number {
    const names = Object.keys(own);
    const key = names.join(" ");
    let bytes = this.#bytes.get(key);
    if (bytes === undefined) {
      const empty = Object.fromEntries(names.map((name) => [name, ""]));
      bytes = utf8Bytes(writeJson(requestWith(this.#pattern, [], empty)));
      this.#bytes.set(key, bytes);
    }
    return names.reduce((sum, name) => sum + jsonBytes(own[name] ?? "") - 2, bytes);
  }
}

/** UTF-8 bytes of a text as JSON writes it, quotation marks included. */
export function jsonBytes(text: string): number {
  return utf8Bytes(JSON.stringify(text));
}
