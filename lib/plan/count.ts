import { destinationKeys } from "@/lib/interface/device-kinds";
import type { PushRequestInput } from "@/lib/interface/request";
import { utf8Bytes } from "@/lib/interface/text";
import { EmptyRequests, Fill, type IdentifierBytes } from "./fill";
import { isLeftOut, ownValues, type PlanOptions } from "./own-values";

/**
 * Recipients behind one another in a list that have the same values, without what they are called.
 */
export interface Run {
  /** The position of the first. */
  from: number;
  recipients: number;
  /** JSON of their values in the columns that count; the same values are the same text. */
  own: string;
  /**
   * Of each, separated by spaces: eight times the bytes of its identifier as JSON writes it, and
   * the place of its kind in {@link destinationKeys}.
   */
  sizes: string;
}

/**
 * Counts the requests that a `RequestPlanner` would make of a list, without making any. It gets the
 * runs of the list in their order; those of a single recipient may be left out, unless they are a
 * piece of a longer one: each of them is a request.
 */
export class RequestCounter {
  readonly #fill: Fill;
  readonly #empty: EmptyRequests;
  readonly #options: PlanOptions;
  readonly #borders: ReadonlySet<number>;
  #requests = 0;
  #counted = 0;
  #last = { own: "", to: -1 };

  /** @param borders positions at which a request begins in any case */
  constructor(
    pattern: PushRequestInput,
    options: PlanOptions,
    borders: ReadonlySet<number> = new Set(),
  ) {
    this.#fill = new Fill(options);
    this.#empty = new EmptyRequests(pattern, options);
    this.#options = options;
    this.#borders = borders;
  }

  /** Takes the next run, or the next piece of one. */
  add({ from, recipients, own, sizes }: Run): void {
    const values = ownValues(JSON.parse(own) as Record<string, string>, this.#options);
    if (isLeftOut(values, this.#options)) return;
    const opened = this.#empty.bytesWith(values);
    // A piece of the run before, cut off by the page that it was read in.
    if (from !== this.#last.to || own !== this.#last.own) this.#open(opened);
    for (const [at, size] of sizes.split(" ").entries()) {
      const one = bytesOf(Number(size));
      const isBorder = this.#fill.count > 0 && this.#borders.has(from + at);
      if (isBorder || !this.#fill.takes(one)) this.#open(opened);
      this.#fill.put(one);
    }
    this.#counted += recipients;
    this.#last = { own, to: from + recipients };
  }

  /**
   * How many requests it comes to.
   *
   * @param recipients of the whole list, without those who are left out
   */
  total(recipients: number): number {
    return this.#requests + recipients - this.#counted;
  }

  #open(bytes: number): void {
    this.#fill.open(bytes);
    this.#requests += 1;
  }
}

const kinds = destinationKeys.map((key) => ({
  entry: key,
  entryBytes: utf8Bytes(JSON.stringify({ [key]: [] })),
}));

function bytesOf(size: number): IdentifierBytes {
  const { entry, entryBytes } = kinds[size % 8] ?? { entry: "", entryBytes: 0 };
  return { entry, entryBytes, idBytes: Math.floor(size / 8) };
}
