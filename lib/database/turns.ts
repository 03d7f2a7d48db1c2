import type { WorkClass } from "@/lib/runtime/work-class";

/** Longer than that nothing else of the process gets a turn (milliseconds). */
const longestMs = 4;
/** Once those who wait for an answer have had so many times what the last other turn took, one of the others is next: a fifth of the time is theirs. */
const timesAsLong = 4;

/**
 * Turns at an engine that runs on this thread, one at a time. By itself it would go from one statement to the next without the event loop, and a
 * row of them would keep every answer of the network waiting until the last is done; and who came first would be served first, however little the
 * others can wait.
 *
 * Those of a class are served in the order in which they came. Interactive ones come before all others, and wait for one other turn at most that did not begin before
 * they came, and that only when the others are due: these get a fifth of the engine's time, by the clock, or every second turn, whichever is less. Recording goes before bulk.
 */
export class Turns {
  #taken = false;
  #loopedAt = 0;
  readonly #waiting: Readonly<Record<WorkClass, (() => void)[]>> = { interactive: [], recording: [], bulk: [] };
  /** How long the last turn took that was not interactive. */
  #otherMs = 0;
  /** Interactive turns since then. */
  #since = { turns: 0, ms: 0 };

  /** Runs when it is the turn of its class. */
  async take<T>(run: () => Promise<T>, of: WorkClass): Promise<T> {
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting[of].push(resolve));
    else this.#taken = true;
    const from = performance.now();
    try {
      return await run();
    } finally {
      this.#count(of, performance.now() - from);
      this.#handOver();
    }
  }

  /** To be waited for between the statements of one turn: lets the event loop go round when it has not for long. */
  async breathe(): Promise<void> {
    if (performance.now() - this.#loopedAt < longestMs) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#loopedAt = performance.now();
  }

  #count(of: WorkClass, ms: number): void {
    if (of === "interactive") this.#since = { turns: this.#since.turns + 1, ms: this.#since.ms + ms };
    else {
      this.#otherMs = ms;
      this.#since = { turns: 0, ms: 0 };
    }
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
    const { interactive, recording, bulk } = this.#waiting;
    const others = recording.length > 0 ? recording : bulk;
    const areDue = this.#since.turns > 0 && this.#since.ms >= this.#otherMs * timesAsLong;
    const next = (areDue ? others.shift() : undefined) ?? interactive.shift() ?? others.shift();
    if (next) next();
    else this.#taken = false;
  }
}
