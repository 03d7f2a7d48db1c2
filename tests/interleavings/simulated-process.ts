import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";

// Imports nothing of lib: what it simulates is replaced there by what is in this file.

/** What processes are simulated in: one clock, and one order of everything. */
export interface Simulation {
  /** Milliseconds since the run began. */
  readonly time: number;
  /** Resolves when the scheduler chooses this step of a process. */
  turn(process: SimulatedProcess, label: string): Promise<void>;
  /** A process notifies the others by the database. */
  notify(process: SimulatedProcess, payload: string): void;
  /** Reports what must never happen. */
  fault(text: string): void;
}

const scope = new AsyncLocalStorage<SimulatedProcess>();
/**
 * The run begins then, milliseconds UTC by the clock of the database: seconds before a Monday, so
 * that its messages lie in the partitions of two weeks.
 */
export const epoch = Date.UTC(2026, 0, 4, 23, 59, 56);
const never = new Promise<never>(() => undefined);
const real = {
  setTimeout: globalThis.setTimeout,
  setInterval: globalThis.setInterval,
  setImmediate: globalThis.setImmediate,
  clearTimeout: globalThis.clearTimeout,
  clearInterval: globalThis.clearInterval,
  now: performance.now.bind(performance),
  random: Math.random,
  date: Date.now,
};

/** The process that runs the caller; undefined outside of all. */
export function currentProcess(): SimulatedProcess | undefined {
  return scope.getStore();
}

/** Runs something that belongs to no process: the driver of the database, for example. */
export function outside<R>(run: () => R): R {
  return scope.exit(run);
}

/** Resolves after the events of this turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void real.setImmediate(resolve));
}

/** Resolves after so many milliseconds of real time. */
export function realPause(ms: number): Promise<void> {
  return new Promise((resolve) => void real.setTimeout(resolve, ms));
}

/** A timer of a process, on the clock of its simulation. */
export class VirtualTimer {
  /** Milliseconds, by the clock of the simulation. */
  dueAt: number;
  /** Milliseconds between two calls; absent for one call. */
  readonly everyMs: number | undefined;
  readonly run: () => void;
  readonly #process: SimulatedProcess;

  constructor(process: SimulatedProcess, run: () => void, ms: number, isRepeated: boolean) {
    const pauseMs = Math.max(1, ms);
    this.dueAt = process.simulation.time + pauseMs;
    this.everyMs = isRepeated ? pauseMs : undefined;
    this.run = run;
    this.#process = process;
    process.timers.add(this);
  }

  clear(): void {
    this.#process.timers.delete(this);
  }

  /** Nothing waits for real time here. */
  unref(): this {
    return this;
  }

  ref(): this {
    return this;
  }
}

/** Callbacks of `setImmediate` that have not run, of all processes. */
let immediates = 0;

/** Whether a process has something to do in this turn of the event loop. */
export function hasImmediates(): boolean {
  return immediates > 0;
}

/**
 * A process of Clarion in this one: it has the values of `lib/runtime/once`, timers, monotonic
 * clock, ids and randomness of its own. Its code runs as it is; what it asks the database, a
 * provider or a receiver is a step, whose turn comes when the scheduler chooses it.
 */
export class SimulatedProcess {
  readonly number: number;
  readonly simulation: Simulation;
  readonly singletons = new Map<string, unknown>();
  readonly timers = new Set<VirtualTimer>();
  /** What its connection for notifications is called with, by channel. */
  listeners: Readonly<Record<string, (payload: string) => void>> = {};
  state: "running" | "paused" | "stopped" | "dead" = "running";
  /** How its connection breaks at the next statement or commit: before it, or before the answer. */
  breaks: "before" | "after" | undefined;
  #ids = 0;
  #resume: () => void = () => undefined;
  #resumed: Promise<void> = Promise.resolve();

  constructor(number: number, simulation: Simulation) {
    this.number = number;
    this.simulation = simulation;
  }

  /** Milliseconds of its monotonic clock, which began before the run. */
  get monotonic(): number {
    return this.simulation.time + this.number * 7_777_777;
  }

  run<R>(run: () => R): R {
    return scope.run(this, run);
  }

  /** Resolves when the scheduler chooses this step; never once the process has ended. */
  async step(label: string): Promise<void> {
    if (this.hasEnded) await never;
    do await this.simulation.turn(this, label);
    while (await this.awake());
  }

  /** Resolves once it runs; answers whether it was paused meanwhile. Never once it has ended. */
  async awake(): Promise<boolean> {
    const wasPaused = this.state === "paused";
    while (this.state === "paused") await this.#resumed;
    if (this.hasEnded) await never;
    return wasPaused;
  }

  get hasEnded(): boolean {
    return this.state === "dead" || this.state === "stopped";
  }

  /** SIGSTOP: nothing of it runs until {@link resume}; what it has asked the database goes on. */
  pause(): void {
    this.state = "paused";
    this.#resumed = new Promise((resolve) => (this.#resume = resolve));
  }

  resume(): void {
    if (this.state === "paused") this.state = "running";
    this.#resume();
  }

  /** Nothing of it runs any more. */
  end(state: "stopped" | "dead"): void {
    this.state = state;
    this.timers.clear();
  }

  /** A time-ordered id (UUIDv7), the same in each replay. */
  newId(): string {
    this.#ids += 1;
    const time = (epoch + Math.floor(this.simulation.time)).toString(16).padStart(12, "0");
    const place = this.number.toString(16).padStart(3, "0");
    const count = this.#ids.toString(16).padStart(15, "0");
    return `${time.slice(0, 8)}-${time.slice(8)}-7${place}-8${count.slice(0, 3)}-${count.slice(3)}`;
  }

  /** Bytes that no other call of any process returns, the same in each replay. */
  newBytes(size: number): Buffer {
    const digits = this.newId().replaceAll("-", "");
    const own = digits.slice(12, 16) + digits.slice(20);
    return Buffer.from(own.padStart(size * 2, "0").slice(-size * 2), "hex");
  }

  /** Between 0 and 1, evenly, the same in each replay. */
  random(): number {
    return (this.#ids * 0.618_033_988_75) % 1;
  }
}

/** The number of the process that drew an id. */
export function drawerOf(id: string): number {
  return Number.parseInt(id.slice(15, 18), 16);
}

/** `lib/runtime/once` with the values of the process that calls. */
export function onceOfProcess<T>(name: string, create: () => T): T {
  const process = scope.getStore();
  const key = Symbol.for(`clarion.${name}`);
  const store = globalThis as Record<symbol, unknown>;
  if (!process) return (key in store ? store[key] : (store[key] = create())) as T;
  if (!process.singletons.has(name)) process.singletons.set(name, create());
  return process.singletons.get(name) as T;
}

/**
 * Gives processes the timers, clock and randomness of their simulation; all other code has the real
 * ones. The returned function restores them.
 */
export function simulateGlobals(): () => void {
  const timer =
    (isRepeated: boolean, other: (...values: never[]) => unknown) =>
    (run: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => {
      const process = scope.getStore();
      if (!process) return (other as (...values: unknown[]) => unknown)(run, ms, ...values);
      const bound = AsyncResource.bind(() => run(...values));
      return new VirtualTimer(process, bound, ms, isRepeated);
    };
  const clear = (other: (timer: never) => void) => (timer: unknown) =>
    timer instanceof VirtualTimer ? timer.clear() : other(timer as never);
  const immediate = (run: (...values: unknown[]) => void, ...values: unknown[]) => {
    const process = scope.getStore();
    if (!process) return real.setImmediate(run, ...values);
    immediates += 1;
    return real.setImmediate(() => {
      immediates -= 1;
      if (!process.hasEnded) run(...values);
    });
  };
  Object.assign(globalThis, {
    setTimeout: timer(false, real.setTimeout),
    setInterval: timer(true, real.setInterval),
    setImmediate: immediate,
    clearTimeout: clear(real.clearTimeout),
    clearInterval: clear(real.clearInterval),
  });
  const timeOf = (process: SimulatedProcess) => epoch + Math.floor(process.simulation.time);
  performance.now = () => scope.getStore()?.monotonic ?? real.now();
  Math.random = () => scope.getStore()?.random() ?? real.random();
  Date.now = () => {
    const process = scope.getStore();
    return process ? timeOf(process) : real.date();
  };
  return () => {
    const { now, random, date, ...timers } = real;
    Object.assign(globalThis, timers);
    performance.now = now;
    Math.random = random;
    Date.now = date;
  };
}
