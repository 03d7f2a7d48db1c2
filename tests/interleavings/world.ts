import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type fc from "fast-check";
import { setDatabase, type Database } from "@/lib/database/sql";
import type { KeyedService } from "@/lib/directory/service/find";
import { acceptRequest } from "@/lib/dispatch/accept";
import { recordReceipts } from "@/lib/dispatch/receive";
import { sweepRetention } from "@/lib/dispatch/retention";
import { startWorker } from "@/lib/dispatch/worker";
import type { Provider } from "@/lib/providers/provider";
import { setClock } from "@/lib/runtime/clock";
import type { UpdatePolicy } from "@/lib/updates/policy";
import { startUpdates } from "@/lib/updates/send";
import { listenToOthers } from "@/lib/work/wake";
import { postDouble, providerDouble } from "./doubles";
import type { Observation } from "./observation";
import { recipientsOf, requestOf, retentionOf, type Event, type Scenario } from "./scenario";
import type { Mutation } from "./simulated-database";
import { epoch, outside, SimulatedProcess } from "./simulated-process";
import { Stage } from "./stage";
import { emptyTables } from "./tables";

/** Longer than any lease (milliseconds). */
const lapseMs = 32_000;
/** The server ends a transaction that is idle for so long (milliseconds). */
const mostIdleMs = 20_000;
/** A run that needs more does not come to an end. */
const most = { steps: 12_000, ms: 30 * 60_000 };
/** Whether something is left to do is looked at every so many steps. */
const lookSteps = 20;

/** Tries updates until they are accepted, in order. */
const policy: Partial<UpdatePolicy> = {
  pausesMs: Array.from({ length: 1_000 }, () => 1_000),
  holdAttempts: 1_000,
  pollMs: [500, 5_000],
  random: () => 0.5,
};

/** What a run works on. */
export interface Place {
  sql: Database;
  url: string;
  service: KeyedService;
  appId: string;
}

/** What a test changes of the product, to see that it is noticed. */
export interface Sabotage {
  mutation?: Mutation;
  hasNoJournal?: boolean;
}

/** One run: what the events of a scenario do, and how all comes to its end. */
export class World {
  readonly #place: Place;
  readonly #scenario: Scenario;
  readonly #stage: Stage;
  readonly #stops = new Map<SimulatedProcess, () => Promise<void>>();
  /** Calls of processes that have not ended. */
  readonly #calls = new Map<SimulatedProcess, Set<Promise<void>>>();
  /** Processes that accept no calls any more. */
  readonly #stopping = new Set<SimulatedProcess>();
  readonly #sabotage: Sabotage;
  #requests = 0;
  #journals = "";
  #isDraining = false;

  constructor(place: Place, scenario: Scenario, scheduler: fc.Scheduler, sabotage: Sabotage = {}) {
    this.#place = place;
    this.#scenario = scenario;
    this.#sabotage = sabotage;
    this.#stage = new Stage(place.url, scheduler, retentionOf(scenario).keepSeconds * 1_000);
    this.#stage.database.mutation = sabotage.mutation;
    this.#stage.database.hasLocks = scenario.retention !== "nothing";
  }

  /** The provider of any app, as a process opens it. */
  get provider(): Provider {
    return providerDouble(this.#stage.model, (name) =>
      this.#choose("sends", this.#scenario.treatments, name),
    );
  }

  /** How the next call for a recipient is treated; independent of the order of others. */
  #choose<T extends string>(
    of: "sends" | "posts",
    treatments: readonly T[],
    name: string,
  ): T | "accept" {
    const ordinal = this.#stage.model.ordinalOf(of, name);
    return (this.#isDraining ? undefined : treatments[ordinal % treatments.length]) ?? "accept";
  }

  /** Whether the process with this number lives. */
  lives(number: number): boolean {
    return this.#stage.lives(number);
  }

  /** Says in which order all happened: SHA-256. */
  get order(): string {
    return this.#stage.order;
  }

  get rowsAtOnce(): number {
    return this.#scenario.rowsAtOnce;
  }

  /** Plays the scenario, and then lets all come to an end. Throws what went wrong. */
  async run(): Promise<void> {
    this.#journals = await mkdtemp(join(tmpdir(), "clarion-interleavings-"));
    try {
      await emptyTables(this.#place.sql, this.#place.service.id, retentionOf(this.#scenario));
      for (let n = 0; n < this.#scenario.processes; n += 1) this.#start();
      for (const event of this.#scenario.events) {
        for (let n = 0; n < event.after; n += 1) await this.#stage.step();
        await this.#happen(event);
        this.#stage.assertFaultless();
      }
      await this.#drain();
    } finally {
      for (const process of this.#stage.processes) {
        await this.#kill(process);
        await this.#stage.database.cut(process);
      }
      await this.#stage.database.close();
      rmSync(this.#journals, { recursive: true, force: true });
    }
  }

  #start(): void {
    const { processes } = this.#stage;
    const process = new SimulatedProcess(processes.length + 1, this.#stage);
    processes.push(process);
    process
      .run(() => this.#boot(process))
      // What a supervisor does with a process that cannot start.
      .catch(() => {
        process.end("dead");
        outside(() => this.#start());
      });
  }

  async #boot(process: SimulatedProcess): Promise<void> {
    setDatabase(this.#stage.database.of(process));
    setClock(epoch + this.#stage.time, performance.now());
    await listenToOthers();
    const journals = this.#sabotage.hasNoJournal ? {} : { journals: this.#journals };
    const stopWorker = await startWorker(journals);
    const post = postDouble(this.#stage.model, (name) =>
      this.#choose("posts", this.#scenario.postTreatments, name),
    );
    const updates = startUpdates({ ...policy, post });
    this.#stops.set(process, async () => {
      await updates.stop();
      await stopWorker();
    });
  }

  async #kill(process: SimulatedProcess): Promise<void> {
    if (process.hasEnded) return;
    this.#stage.model.die(process);
    process.end("dead");
    process.resume();
    await this.#stage.database.cut(process);
  }

  async #happen({ kind, who, which }: Event): Promise<void> {
    const { live, model } = this.#stage;
    const process = live[who % live.length];
    if (!process) return;
    this.#stage.note(`— ${kind} ${process.number}`);
    switch (kind) {
      case "request":
        return this.#request(process, which);
      case "receipt":
        return this.#receipt(process, which);
      case "kill":
        await this.#kill(process);
        return this.#start();
      case "pause":
        return this.#pause(process);
      case "sleep":
        model.lapse();
        this.#stage.time += lapseMs;
        return undefined;
      case "break":
        model.breakConnection();
        process.breaks = which % 2 === 0 ? "before" : "after";
        return undefined;
      case "stop":
        return this.#stop(process);
      case "sweep":
        return this.#call(process, sweepRetention);
    }
  }

  /** Begins a call of a process that accepts calls; one of a process that dies never ends. */
  #call(process: SimulatedProcess, run: () => Promise<void>): void {
    if (this.#stopping.has(process)) return;
    const calls = this.#calls.get(process) ?? new Set();
    this.#calls.set(process, calls);
    const call = process
      .run(run)
      // Its caller is answered an error, and may do it again.
      .catch(() => undefined)
      .finally(() => calls.delete(call));
    calls.add(call);
  }

  #request(process: SimulatedProcess, which: number): void {
    const { model, time } = this.#stage;
    const correlationid = `m${(this.#requests += 1)}`;
    const request = requestOf(correlationid, which, epoch + time);
    model.request(correlationid, recipientsOf(correlationid, which));
    this.#call(process, async () => {
      const { service } = this.#place;
      const bytes = Buffer.from(JSON.stringify(request));
      const { ok, body } = await acceptRequest({ service, bytes, source: "api" });
      if (ok) model.confirm(correlationid);
      else this.#stage.fault(`a request was refused: ${Buffer.from(body).toString()}`);
    });
  }

  /** A device reports what it got, once or twice. */
  #receipt(process: SimulatedProcess, which: number): void {
    const { model, time } = this.#stage;
    const { reached } = model;
    const device = reached[which % reached.length];
    if (!device) return;
    const { transid, name } = device;
    const event = which % 3 === 0 ? "read" : "delivered";
    const receipt = { transid, pushid: name, event, at: new Date(epoch + time) } as const;
    for (let times = 0; times < 1 + (which % 2); times += 1)
      this.#call(process, async () => {
        const { appId, service } = this.#place;
        await recordReceipts({ id: appId, serviceId: service.id }, [receipt]);
        model.receive(name, event);
      });
  }

  #pause(process: SimulatedProcess): void {
    if (process.state !== "running") return;
    const { database, model } = this.#stage;
    model.lapse();
    process.pause();
    this.#stage.later(mostIdleMs, () => database.endIdle(process));
    this.#stage.later(lapseMs, async () => process.resume());
  }

  /** Ends a process as a deployment does, and starts another one in its place. */
  #stop(process: SimulatedProcess, isReplaced = true): void {
    const stop = this.#stops.get(process);
    if (!stop) return;
    this.#stops.delete(process);
    this.#stopping.add(process);
    void process.run(async () => {
      const calls: ReadonlySet<Promise<void>> = this.#calls.get(process) ?? new Set();
      await Promise.all(calls);
      await stop();
      process.end("stopped");
      // A sweep that was under way ends with its process.
      this.#stage.later(0, () => this.#stage.database.cut(process));
      if (isReplaced) outside(() => this.#start());
    });
  }

  /** From now on nothing goes wrong: all that was accepted is done with, and processes stop. */
  async #drain(): Promise<void> {
    this.#isDraining = true;
    await this.#until(async () => this.#isIdle && isDone(await this.#stage.compare()));
    for (const process of this.#stage.live) this.#stop(process, false);
    await this.#until(async () => this.#stage.live.length === 0);
    await this.#stage.compare();
    this.#stage.model.finish();
    this.#stage.assertFaultless();
  }

  async #until(isOver: () => Promise<boolean>): Promise<void> {
    while (!(await isOver())) {
      for (let n = 0; n < lookSteps; n += 1) await this.#stage.step();
      if (this.#stage.steps > most.steps || this.#stage.time > most.ms)
        this.#stage.fault(`it does not come to an end: ${openWork(await this.#stage.compare())}`);
      this.#stage.assertFaultless();
    }
  }

  get #isIdle(): boolean {
    return this.#stage.live.every(
      (process) =>
        process.state === "running" &&
        this.#stops.has(process) &&
        (this.#calls.get(process)?.size ?? 0) === 0,
    );
  }
}

/** Rows that are to be worked on, by table. */
function openRows({ messages, deliveries, updates, jobs, slices, rest }: Observation) {
  return {
    messages: messages.filter(({ state }) => state !== "done").length,
    deliveries: deliveries.filter(({ state }) => state === "queued").length,
    updates: updates.filter(({ state }) => state === "pending").length,
    jobs: jobs.length,
    slices: slices.length,
    rest,
  };
}

function isDone(observation: Observation): boolean {
  return Object.values(openRows(observation)).every((n) => n === 0);
}

function openWork(observation: Observation): string {
  return JSON.stringify(openRows(observation));
}
