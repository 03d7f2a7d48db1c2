/** Least and most requests of one credential in flight. */
const least = 4;
const most = 2_000;
const start = 256;

/**
 * Runs requests at once, as many as the provider bears: each answer that asks to slow down halves the number (once for what was in flight
 * together), each full round of good ones adds to it (AIMD, as TCP does).
 */
export class Concurrency {
  #limit = start;
  #running = 0;
  #sinceDrop = 0;
  readonly #waiting: (() => void)[] = [];

  /** How many may be in flight now. */
  get limit(): number {
    return this.#limit;
  }

  /** Runs when there is room. `slowDown` of what it answers is heeded; `undefined` says nothing. */
  async run<T>(what: () => Promise<T>, slowDown: (result: T) => boolean | undefined): Promise<T> {
    if (this.#running < this.#limit) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      const result = await what();
      this.#heed(slowDown(result));
      return result;
    } finally {
      this.#running -= 1;
      // Who is let in here is counted here, so that nobody else takes the place in between.
      while (this.#running < this.#limit && this.#waiting.length > 0) {
        this.#running += 1;
        this.#waiting.shift()?.();
      }
    }
  }

  #heed(slowDown: boolean | undefined): void {
    if (slowDown === undefined) return;
    this.#sinceDrop += 1;
    if (slowDown && this.#sinceDrop >= this.#limit / 2) {
      this.#limit = Math.max(Math.floor(this.#limit / 2), least);
      this.#sinceDrop = 0;
    } else if (!slowDown && this.#sinceDrop % this.#limit === 0) this.#limit = Math.min(this.#limit + Math.ceil(this.#limit / 8), most);
  }
}
