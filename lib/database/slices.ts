import { once } from "@/lib/runtime/once";
import { withEngineTime } from "./engine-time";
import { database, type Database } from "./sql";

/** What one transaction of bulk work may take of the embedded engine, which others wait for meanwhile (milliseconds). */
const budgetMs = 20;
/** What is aimed at: not all transactions of a size take the same. */
const aimMs = 16;

/** Rows of one transaction. */
interface Limits {
  least: number;
  most: number;
}

/**
 * How many rows of one kind of work go into a transaction on the embedded database, so that it takes at most some 20 milliseconds of the engine, by what the last ones
 * took: few at first, more while they take less, fewer once they took more. On a server, which serves others meanwhile, always the most.
 */
export class Slices {
  readonly #limits: Limits;
  #size: number;

  constructor(limits: Limits, first: number) {
    this.#limits = limits;
    this.#size = first;
  }

  /** Rows of the next transaction at most. */
  get size(): number {
    return this.#size;
  }

  /**
   * Runs a transaction, and learns from it.
   *
   * @param rows how many it was of
   */
  async run<T>(transaction: () => Promise<T>, rows: (result: T) => number): Promise<T> {
    const { result, ms } = await withEngineTime(transaction);
    this.#learn(rows(result), ms);
    return result;
  }

  /** Runs a transaction for some of the items after the other, until none is left. */
  async each<T>(items: readonly T[], transaction: (some: readonly T[]) => Promise<unknown>): Promise<void> {
    for (let from = 0; from < items.length;) {
      const some = items.slice(from, from + this.#size);
      await this.run(
        () => transaction(some),
        () => some.length,
      );
      from += some.length;
    }
  }

  #learn(rows: number, ms: number): void {
    if (rows === 0 || ms === 0) return;
    const fitting = Math.floor((rows * aimMs) / ms);
    // One that was not full tells nothing of full ones; a size changes step by step, for one may have been slow by chance.
    if (ms > budgetMs) this.#size = Math.max(this.#limits.least, fitting, Math.floor(this.#size / 2));
    else if (rows >= this.#size && fitting > rows) this.#size = Math.min(this.#limits.most, fitting, Math.ceil(this.#size * 1.5));
  }
}

/** The slices of a kind of work on the database of this process, as they have become so far. */
export function slicesOf(kind: string, limits: Limits): Slices {
  const all = once("slices", () => new WeakMap<Database, Map<string, Slices>>());
  const ofDatabase = all.get(database()) ?? new Map<string, Slices>();
  all.set(database(), ofDatabase);
  const known = ofDatabase.get(kind) ?? new Slices(limits, database().kind === "embedded" ? limits.least : limits.most);
  ofDatabase.set(kind, known);
  return known;
}
