interface Bucket {
  tokens: number;
  /** `performance.now()` of the last look. */
  at: number;
}

/**
 * Token buckets by name, in the memory of this process: each fills at a rate and holds some
 * seconds' worth. At most so many are kept, those used last; one that is forgotten is full.
 */
export class TokenBuckets {
  readonly #rate: number;
  readonly #capacity: number;
  readonly #mostKept: number;
  readonly #clock: () => number;
  readonly #buckets = new Map<string, Bucket>();

  /** @param rate tokens a second; 0: no limit */
  constructor(
    rate: number,
    { burstSeconds = 10, mostKept = 20_000, clock = () => performance.now() } = {},
  ) {
    this.#rate = rate;
    this.#capacity = rate * burstSeconds;
    this.#mostKept = mostKept;
    this.#clock = clock;
  }

  /**
   * Takes tokens; more than half of what a bucket holds are given when it is half full, and may
   * leave a debt.
   *
   * @returns 0 when they were taken, else the whole seconds after which it is worth trying again
   */
  take(name: string, count: number): number {
    if (this.#rate === 0 || count <= 0) return 0;
    const now = this.#clock();
    const known = this.#buckets.get(name);
    const tokens = known
      ? Math.min(this.#capacity, known.tokens + ((now - known.at) / 1_000) * this.#rate)
      : this.#capacity;
    // Half of it: a call that takes twice must not find the bucket too empty for ever.
    const wanted = Math.min(count, this.#capacity / 2);
    const isTaken = tokens >= wanted;
    // The one used last stands last.
    this.#buckets.delete(name);
    this.#buckets.set(name, { tokens: isTaken ? tokens - count : tokens, at: now });
    if (this.#buckets.size > this.#mostKept)
      for (const oldest of this.#buckets.keys()) {
        this.#buckets.delete(oldest);
        break;
      }
    return isTaken ? 0 : Math.max(1, Math.ceil((wanted - tokens) / this.#rate));
  }

  /** Buckets that are kept. */
  get size(): number {
    return this.#buckets.size;
  }
}
