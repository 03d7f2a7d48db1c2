import { createHash } from "node:crypto";
import type fc from "fast-check";
import { Model } from "./model";
import { observe, type Observation } from "./observation";
import { SharedDatabase } from "./simulated-database";
import {
  epoch,
  hasImmediates,
  nextTurn,
  type SimulatedProcess,
  type Simulation,
  type VirtualTimer,
} from "./simulated-process";

/**
 * While a step of a process waits for its turn, time goes no further than so much (milliseconds): a
 * slow database, on which leases are renewed in time all the same.
 */
const slowestStepMs = 1_000;
/** Turns of the event loop in which nothing happens, before the next step. */
const quietTurns = 3;
/** Steps that a fault is reported with. */
const traceSteps = 40;

type Timer = Pick<VirtualTimer, "dueAt" | "everyMs" | "run">;

/**
 * Simulated processes on one database and one clock, on which one thing happens at a time: a
 * statement, an answer, a timer. The scheduler chooses which. After each the model is compared with
 * what is stored.
 */
export class Stage implements Simulation {
  time = 0;
  readonly model: Model;
  readonly database: SharedDatabase;
  readonly processes: SimulatedProcess[] = [];
  /** Steps so far. */
  steps = 0;
  readonly #scheduler: fc.Scheduler;
  readonly #turns = new Set<{ process: SimulatedProcess; since: number }>();
  readonly #timers = new Set<Timer>();
  readonly #faults: string[] = [];
  readonly #trace: string[] = [];
  readonly #order = createHash("sha256");
  /** What a timer of the stage does; the next step comes after it. */
  #work: Promise<void> = Promise.resolve();

  /** @param keepMs messages that are older may be removed */
  constructor(url: string, scheduler: fc.Scheduler, keepMs: number) {
    this.#scheduler = scheduler;
    this.model = new Model((text) => this.fault(text), keepMs);
    this.database = new SharedDatabase(url, () => this.time);
    this.#passTime();
  }

  get live(): SimulatedProcess[] {
    return this.processes.filter((process) => !process.hasEnded);
  }

  /** Whether the process with a number lives. */
  readonly lives = (number: number): boolean =>
    this.live.some((process) => process.number === number);

  fault(text: string): void {
    this.#faults.push(text);
  }

  turn(process: SimulatedProcess, label: string): Promise<void> {
    const turn = { process, since: this.time };
    this.#turns.add(turn);
    const name = `${process.number}: ${label}`;
    return this.#scheduler.schedule(Promise.resolve(), name).then(() => {
      this.#turns.delete(turn);
      this.note(process.state === "running" ? name : `${name} (${process.state})`);
    });
  }

  notify(process: SimulatedProcess, payload: string): void {
    for (const other of this.live)
      if (other !== process)
        void other.run(async () => {
          await other.step("notification");
          other.listeners["clarion"]?.(payload);
        });
  }

  /** Calls back after so many milliseconds, by the clock of all. */
  later(ms: number, run: () => Promise<void>): void {
    const start = () => {
      this.#work = run();
    };
    this.#timers.add({ dueAt: this.time + ms, everyMs: undefined, run: start });
  }

  /** One step. Throws when it shows a fault. */
  async step(): Promise<void> {
    this.steps += 1;
    await this.#scheduler.waitNext(1);
    await this.#work;
    for (let quiet = 0; quiet < quietTurns;) {
      await nextTurn();
      const isBusy = (await this.database.quiet()) || hasImmediates();
      quiet = isBusy ? 0 : quiet + 1;
    }
    const writers = this.database.takeWriters();
    if (writers.size > 0) await this.#compare(writers);
    this.assertFaultless();
  }

  /** Compares what is stored with the model, and returns it. */
  compare(): Promise<Observation> {
    return this.#compare(this.database.takeWriters());
  }

  async #compare(writers: ReadonlySet<SimulatedProcess>): Promise<Observation> {
    const observation = await observe(this.database);
    this.model.compare(observation, { utc: epoch + this.time, writers, lives: this.lives });
    return observation;
  }

  /** Adds a line to what a fault is reported with. */
  note(text: string): void {
    const line = `${(this.time / 1_000).toFixed(3)} ${text}`;
    this.#order.update(`${line}\n`);
    this.#trace.push(line);
    if (this.#trace.length > traceSteps) this.#trace.shift();
  }

  /** Says in which order all happened until now: SHA-256. */
  get order(): string {
    return this.#order.copy().digest("hex");
  }

  assertFaultless(): void {
    if (this.#faults.length === 0) return;
    throw new Error(`${this.#faults.join("\n")}\nThe last steps:\n${this.#trace.join("\n")}`);
  }

  /** Time passes to the next timer whenever the scheduler chooses so. */
  #passTime(): void {
    void this.#scheduler.schedule(Promise.resolve(), "time").then(() => {
      this.#fireTimer();
      this.#passTime();
    });
  }

  #fireTimer(): void {
    const running = this.live.filter(({ state }) => state === "running");
    const sets: Set<Timer>[] = [this.#timers, ...running.map(({ timers }) => timers as Set<Timer>)];
    const timers = sets.flatMap((set) => [...set].map((timer) => ({ timer, set })));
    const [first, ...others] = timers;
    if (!first) return;
    const { timer, set } = others.reduce(
      (one, other) => (other.timer.dueAt < one.timer.dueAt ? other : one),
      first,
    );
    const waiting = [...this.#turns].filter(({ process }) => process.state === "running");
    const oldest = Math.min(...waiting.map(({ since }) => since));
    if (timer.dueAt > oldest + slowestStepMs) return;
    this.time = Math.max(this.time, timer.dueAt);
    if (timer.everyMs === undefined) set.delete(timer);
    else timer.dueAt = this.time + timer.everyMs;
    timer.run();
  }
}
