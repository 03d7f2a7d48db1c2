import type fc from "fast-check";
import { Model, type DeliveryRow } from "./model";
import { SharedDatabase } from "./simulated-database";
import {
  hasImmediates,
  nextTurn,
  type SimulatedProcess,
  type Simulation,
  type VirtualTimer,
} from "./simulated-process";

/** While a step of a process waits for its turn, time goes no further than so much (milliseconds). */
const slowestStepMs = 4_000;
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
  readonly model = new Model((text) => this.fault(text));
  readonly database: SharedDatabase;
  readonly processes: SimulatedProcess[] = [];
  /** Steps so far. */
  steps = 0;
  readonly #scheduler: fc.Scheduler;
  readonly #turns = new Set<{ process: SimulatedProcess; since: number }>();
  readonly #timers = new Set<Timer>();
  readonly #faults: string[] = [];
  readonly #trace: string[] = [];

  constructor(url: string, scheduler: fc.Scheduler) {
    this.#scheduler = scheduler;
    this.database = new SharedDatabase(url, () => this.time, this.model.committed);
    this.#passTime();
  }

  get live(): SimulatedProcess[] {
    return this.processes.filter((process) => !process.hasEnded);
  }

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
  later(ms: number, run: () => void): void {
    this.#timers.add({ dueAt: this.time + ms, everyMs: undefined, run });
  }

  /** One step. Throws when it shows a fault. */
  async step(): Promise<void> {
    this.steps += 1;
    await this.#scheduler.waitNext(1);
    for (let quiet = 0; quiet < quietTurns;) {
      await nextTurn();
      const isBusy = (await this.database.quiet()) || hasImmediates();
      quiet = isBusy ? 0 : quiet + 1;
    }
    if (this.database.takeChanged()) await this.compare();
    this.assertFaultless();
  }

  /** Compares what is stored with the model. */
  async compare(): Promise<void> {
    const deliveries = await this.database.observe<DeliveryRow>(
      `SELECT message_id AS "messageId", CASE pushid WHEN '' THEN destination ELSE pushid END AS name, state FROM delivery`,
    );
    const updates = await this.database.observe<{ body: string }>(
      `SELECT convert_from(body, 'UTF8') AS body FROM "update" WHERE state = 'sent'`,
    );
    this.model.compare(
      deliveries,
      updates.map(({ body }) => body),
    );
  }

  /** Adds a line to what a fault is reported with. */
  note(text: string): void {
    this.#trace.push(`${(this.time / 1_000).toFixed(3)} ${text}`);
    if (this.#trace.length > traceSteps) this.#trace.shift();
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
