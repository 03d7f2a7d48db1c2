import type { WorkClass } from "@/lib/runtime/work-class";

/** Once those who wait for an answer have had so many times what the last other turn took, one of the others is next: a fifth of the time is theirs. */
const timesAsLong = 4;

/** Says that a turn asks for nothing more of the engine: the next one may ask before this one is answered. */
export type HandOver = () => void;

/**
 * Turns at an engine that has one connection and does one thing after the other. By itself it would serve who came first first, however little the others can wait.
 *
 * Those of a class are served in the order in which they came. Interactive ones come before all others, and wait for one other turn at most that did not begin before
 * they came, and that only when the others are due: these get a fifth of the engine's time, by the clock, or every second turn, whichever is less. Recording goes before bulk.
 *
 * The engine works elsewhere, and would stand idle while its answer waits for this thread: once a turn has handed over, one other begins, unless it is of bulk
 * work, which may be long and begins when the engine has nothing else to do.
 */
export class Turns {
  readonly #waiting: Readonly<Record<WorkClass, (() => void)[]>> = { interactive: [], recording: [], bulk: [] };
  /** Turns that have begun and not ended: two at most. */
  #begun = 0;
  /** Whether the one that began last has handed over. */
  #handedOver = true;
  #endedAt = 0;
  /** How long the last turn took that was not interactive. */
  #otherMs = 0;
  /** Interactive turns since then. */
  #since = { turns: 0, ms: 0 };

  /** Runs when it is the turn of its class. */
  async take<T>(run: (handOver: HandOver) => Promise<T>, of: WorkClass): Promise<T> {
    let hasBegun = false;
    const begins = new Promise<void>((resolve) => {
      this.#waiting[of].push(() => {
        hasBegun = true;
        resolve();
      });
      this.#next();
    });
    // In the same breath where the engine is free.
    if (!hasBegun) await begins;
    const from = performance.now();
    let handedOver = false;
    const handOver = () => {
      if (handedOver) return;
      handedOver = true;
      this.#handedOver = true;
      this.#next();
    };
    try {
      return await run(handOver);
    } finally {
      const now = performance.now();
      this.#count(of, now - Math.max(from, this.#endedAt));
      this.#endedAt = now;
      this.#begun -= 1;
      handOver();
      this.#next();
    }
  }

  #count(of: WorkClass, ms: number): void {
    if (of === "interactive") this.#since = { turns: this.#since.turns + 1, ms: this.#since.ms + ms };
    else {
      this.#otherMs = ms;
      this.#since = { turns: 0, ms: 0 };
    }
  }

  #next(): void {
    if (!this.#handedOver || this.#begun > 1) return;
    const { interactive, recording, bulk } = this.#waiting;
    const others = recording.length > 0 ? recording : bulk;
    const areDue = this.#since.turns > 0 && this.#since.ms >= this.#otherMs * timesAsLong;
    const first = interactive.length === 0 || (areDue && others.length > 0) ? others : interactive;
    const begin = first === bulk && this.#begun > 0 ? undefined : first.shift();
    if (!begin) return;
    this.#begun += 1;
    this.#handedOver = false;
    begin();
  }
}
