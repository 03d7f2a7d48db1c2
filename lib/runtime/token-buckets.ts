interface Bucket {
  tokens: number;
  /** `performance.now()` of the last look. */
  at: number;
}

/**
 * Token buckets by name, in the memory of this process: each fills at a rate and holds some
 * seconds' worth. Their number is limited: the one used longest ago is dropped, and counts as full.
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
   * Takes tokens. More than half of the capacity is granted once the bucket is half full, and may
   * leave a debt.
   *
   * @returns 0 when they were granted, else the whole seconds after which to try again
   */
  take(name: string, count: number): number {
    if (this.#rate === 0 || count <= 0) return 0;
    const now = this.#clock();
    const bucket = this.#buckets.get(name);
    const tokens = bucket
      ? Math.min(this.#capacity, bucket.tokens + ((now - bucket.at) / 1_000) * this.#rate)
      : this.#capacity;
    // Half of it: a call that takes twice must not find the bucket too empty for ever.
    const neededTokens = Math.min(count, this.#capacity / 2);
    const isTaken = tokens >= neededTokens;
    // The one used last stands last.
    this.#buckets.delete(name);
    this.#buckets.set(name, { tokens: isTaken ? tokens - count : tokens, at: now });
    if (this.#buckets.size > this.#mostKept)
      for (const oldest of this.#buckets.keys()) {
        this.#buckets.delete(oldest);
        break;
      }
    return isTaken ? 0 : Math.max(1, Math.ceil((neededTokens - tokens) / this.#rate));
  }

  /** The number of stored buckets. */
  get size(): number {
    return this.#buckets.size;
  }
}
