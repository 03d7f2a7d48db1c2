/** Longer than that nothing else of the process gets a turn (milliseconds). */
const longestMs = 4;

/**
 * Turns at an engine that runs on this thread, one at a time. By itself it would go from one statement to the next without the event loop, and a
 * row of them would keep every answer of the network waiting until the last is done; and who came first would be served first, however little the
 * others can wait.
 */
export class Turns {
  #taken = false;
  #loopedAt = 0;
  readonly #first: (() => void)[] = [];
  readonly #others: (() => void)[] = [];

  /** Runs when it is its turn, before all that wait if `first`. */
  async take<T>(run: () => Promise<T>, first: boolean): Promise<T> {
    if (this.#taken) await new Promise<void>((resolve) => (first ? this.#first : this.#others).push(resolve));
    else this.#taken = true;
    try {
      return await run();
    } finally {
      this.#handOver();
    }
  }

  /** To be waited for between the statements of one turn: lets the event loop go round when it has not for long. */
  async breathe(): Promise<void> {
    if (performance.now() - this.#loopedAt < longestMs) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#loopedAt = performance.now();
  }

  #handOver(): void {
    if (performance.now() - this.#loopedAt < longestMs) this.#next();
    else
      setImmediate(() => {
        this.#loopedAt = performance.now();
        this.#next();
      });
  }

  #next(): void {
    const next = this.#first.shift() ?? this.#others.shift();
    if (next) next();
    else this.#taken = false;
  }
}
