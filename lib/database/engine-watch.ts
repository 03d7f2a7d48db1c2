import { writeSync } from "node:fs";
// Not the global ones, which tests of other things advance by hours while a statement is under way.
import { clearInterval, setInterval } from "node:timers";

/** After how long an engine that does not answer counts as hung, and how often that is looked at. Milliseconds. */
export interface WatchTiming {
  lookMs: number;
  hungMs: number;
}
const usual: WatchTiming = { lookMs: 1_000, hungMs: 120_000 };

/**
 * Watches for an engine that does not answer any more: it has been seen not to return from a statement after its disk was full. Time is counted in looks of this
 * thread's own timer: while the process is stopped, or its machine sleeps, nothing is counted.
 */
export class EngineWatch {
  readonly #timing: WatchTiming;
  readonly #onHung: () => void;
  #looks = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(onHung: () => void, timing: WatchTiming = usual) {
    this.#timing = timing;
    this.#onHung = onHung;
  }

  /** The engine has something to answer. */
  asked(): void {
    this.#timer ??= setInterval(() => this.#look(), this.#timing.lookMs).unref();
  }

  /**
   * The engine has answered.
   *
   * @param all whether it has nothing else to answer
   */
  answered(all: boolean): void {
    this.#looks = 0;
    if (all) this.#rest();
  }

  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    this.#looks += 1;
    if (this.#looks * this.#timing.lookMs <= this.#timing.hungMs) return;
    this.#rest();
    this.#onHung();
  }
}

/**
 * Ends the process at once, with one sentence for the operator. In no order: what would be closed waits for the engine. Started again, it goes on with all that
 * was accepted.
 */
export function endProcess(why: string): void {
  writeSync(2, `${why}. Clarion is stopping. Start it again; no accepted message is lost.\n`);
  process.kill(process.pid, "SIGKILL");
}
