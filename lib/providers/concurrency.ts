/** Least and most requests of one credential in flight. */
const least = 4;
const most = 2_000;
const usual = 256;
/**
 * A request that is not answered in this time gives its place to another one and goes on without
 * (milliseconds).
 */
const overdueMs = 2_000;
/** Who may give up waiting for a place is asked every so often (milliseconds). */
const patienceMs = 1_000;

/**
 * Runs requests at once, as many as the provider bears: each answer that asks to slow down halves
 * the number (once for what was in flight together), each full round of good ones adds to it (AIMD,
 * as TCP does; below where it has never been too much, each good answer adds one). What is not
 * answered keeps no place from the others, as long as it is no more than what is.
 */
export class Concurrency {
  #limit: number;
  /** Up to here the number grows by one with each good answer. */
  #known: number;
  #running = 0;
  #overdue = 0;
  #sinceDrop = 0;
  readonly #waiting = new Set<() => void>();

  /** @param start how many may be in flight before the first answer */
  constructor(start = usual) {
    this.#limit = start;
    this.#known = Math.max(start, usual);
  }

  /** How many may be in flight now. */
  get limit(): number {
    return this.#limit;
  }

  /**
   * Runs when there is room. `slowDown` of what it answers is heeded; `undefined` says nothing.
   *
   * @param orElse asked after each second without room: what to answer instead, or undefined to go
   *   on waiting; without it, waits
   */
  async run<T>(
    what: () => Promise<T>,
    slowDown: (result: T) => boolean | undefined,
    orElse?: () => T | undefined,
  ): Promise<T> {
    if (this.#running < this.#limit) this.#running += 1;
    else {
      const instead = await this.#place(orElse);
      if (instead !== undefined) return instead;
    }
    let overdue = false;
    const timer = setTimeout(() => {
      if (this.#overdue >= this.#limit) return;
      overdue = true;
      this.#overdue += 1;
      this.#leave();
    }, overdueMs);
    try {
      const result = await what();
      this.#heed(slowDown(result));
      return result;
    } finally {
      clearTimeout(timer);
      if (overdue) this.#overdue -= 1;
      else this.#leave();
    }
  }

  /** Waits for a place; answers something when it was given up. */
  #place<T>(orElse: (() => T | undefined) | undefined): Promise<T | undefined> {
    return new Promise((resolve) => {
      const timer =
        orElse &&
        setInterval(() => {
          const instead = orElse();
          if (instead === undefined) return;
          clearInterval(timer);
          this.#waiting.delete(enter);
          resolve(instead);
        }, patienceMs);
      const enter = () => {
        clearInterval(timer);
        resolve(undefined);
      };
      this.#waiting.add(enter);
    });
  }

  #leave(): void {
    this.#running -= 1;
    // A request that is let in is counted here, so that no other takes its place in between.
    for (const enter of this.#waiting) {
      if (this.#running >= this.#limit) return;
      this.#running += 1;
      this.#waiting.delete(enter);
      enter();
    }
  }

  #heed(slowDown: boolean | undefined): void {
    if (slowDown === undefined) return;
    this.#sinceDrop += 1;
    if (slowDown && this.#sinceDrop >= this.#limit / 2) {
      this.#limit = Math.max(Math.floor(this.#limit / 2), least);
      this.#known = this.#limit;
      this.#sinceDrop = 0;
    } else if (!slowDown && this.#limit < this.#known) this.#limit += 1;
    else if (!slowDown && this.#sinceDrop % this.#limit === 0)
      this.#limit = Math.min(this.#limit + Math.ceil(this.#limit / 8), most);
  }
}
