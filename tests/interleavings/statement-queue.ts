import { hasImmediates, nextTurn, outside, realPause } from "./simulated-process";

const nothing = (): void => undefined;
/** Statements that seem to wait for locks are looked at again after so long (milliseconds). */
const lookMs = 4;

/** A statement that runs on the server. */
interface Statement {
  /** The process id of its session; 0 while a connection is being opened. */
  backend: number;
  /** In the order in which they began. */
  place: number;
  /** Gives the process its answer. */
  deliver: () => void;
}

/**
 * Statements of all processes that run on the server. Answers reach their processes one after the
 * other, in the order in which the statements began, and once none runs any more: which of two
 * arrives first is up to the machine, and a replay has to be the same.
 */
export class StatementQueue {
  readonly #running = new Set<Statement>();
  /** Those that wait for locks, while no lock was freed. */
  readonly #waiting = new Set<Statement>();
  /** Those that have ended and whose processes do not have the answer yet. */
  readonly #answered = new Set<Statement>();
  /** How many of some sessions wait for locks. */
  readonly #countWaiting: (backends: readonly number[]) => Promise<number>;
  #ended: () => void = nothing;
  /** Statements so far. */
  #begun = 0;

  constructor(countWaiting: (backends: readonly number[]) => Promise<number>) {
    this.#countWaiting = countWaiting;
  }

  /** Runs a statement; settles once its answer is delivered. */
  async run<R>(backend: number, run: () => Promise<R>): Promise<PromiseSettledResult<R>> {
    const statement = { backend, place: (this.#begun += 1), deliver: nothing };
    this.#running.add(statement);
    const [result] = await Promise.allSettled([outside(run)]);
    this.#running.delete(statement);
    // Its locks may be free: what waits for them goes on in this step.
    if (this.#waiting.delete(statement) || result.status === "rejected") this.freeLocks();
    const delivered = new Promise<void>((resolve) => {
      statement.deliver = resolve;
    });
    this.#answered.add(statement);
    this.#ended();
    await delivered;
    return result;
  }

  /** Locks are free: statements that wait are looked at again. */
  freeLocks(): void {
    this.#waiting.clear();
  }

  /**
   * Resolves once no statement runs, but those that wait for locks of transactions whose processes
   * have to go on first; answers whether any did.
   */
  async quiet(): Promise<boolean> {
    let hadStatements = false;
    while (this.#hasRunning || this.#answered.size > 0) {
      hadStatements = true;
      await this.#settle();
      while (hasImmediates()) await nextTurn();
      if (this.#hasRunning) continue;
      const [first] = [...this.#answered].toSorted((one, other) => one.place - other.place);
      if (!first) continue;
      this.#answered.delete(first);
      first.deliver();
      await nextTurn();
    }
    return hadStatements;
  }

  get #hasRunning(): boolean {
    return this.#running.size > this.#waiting.size;
  }

  /** Resolves once each statement has ended or waits for a lock. */
  async #settle(): Promise<void> {
    for (let looks = 0; this.#hasRunning;) {
      const ended = new Promise<void>((resolve) => (this.#ended = resolve));
      const isOver = await Promise.race([ended.then(() => true), realPause(lookMs)]);
      if (isOver === true) await nextTurn();
      looks = isOver !== true && (await this.#allWait()) ? looks + 1 : 0;
      if (looks > 2) for (const statement of this.#running) this.#waiting.add(statement);
    }
  }

  async #allWait(): Promise<boolean> {
    const backends = [...this.#running].map(({ backend }) => backend);
    return (await this.#countWaiting(backends)) === this.#running.size;
  }
}
