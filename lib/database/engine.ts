import { Worker } from "node:worker_threads";
import { messages, types, type QueryOptions, type Results } from "@electric-sql/pglite";
import { countEngineTime } from "./engine-time";
import { endProcess, EngineWatch, type WatchTiming } from "./engine-watch";

interface Place {
  /** Folder of the database; one in memory without it. */
  kept?: string;
  /** The database does not exist: it is made in this folder, which is then renamed. */
  draft?: string;
  /** What `dumpDataDir` made of another one: a database that does not exist begins as a copy of it. */
  copy?: Blob;
}

/** What is sent to the thread for each of its tasks (`engine-thread.mjs`). */
interface Tasks {
  open: Place;
  query: { text: string; values: unknown[]; now: number; inside: boolean };
  exec: { text: string };
  listen: { listener: number; channel: string };
  unlisten: { listener: number };
  close: object;
}

interface Answer {
  id: number;
  /** What it took of the engine. */
  ms: number;
  result?: unknown;
  error?: Failure;
}
interface Failure {
  /** Whether it is an error of PostgreSQL's. */
  ofDatabase?: boolean;
  members: { message: string; length: number; name: ConstructorParameters<typeof messages.DatabaseError>[2] };
}
interface Notification {
  listener: number;
  payload: string;
}

interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/** Nanoseconds by the clock that all threads of a process have in common; tests that freeze clocks do so later. */
const { hrtime } = process;
const steadyNs = () => hrtime.bigint();

/** Text of each value of each row, as PostgreSQL sends it. */
type RawRows = Results<(string | null)[]>;
type Parsers = NonNullable<QueryOptions["parsers"]>;

/**
 * The embedded engine on its thread. It serves one thing after the other; nothing else may be asked for inside of a transaction (`turns.ts`).
 *
 * Ends the process when the thread dies, or does not answer for two minutes.
 */
export class Engine {
  readonly #worker: Worker;
  readonly #watch: EngineWatch;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<number, (payload: string) => void>();
  #lastId = 0;
  #state: "opening" | "open" | "closing" | "closed" = "opening";
  #broke: Error | undefined;
  #parsers: Parsers = types.parsers;

  /** Rejects with what the file system or the engine said. */
  static async open(place: Place, timing?: WatchTiming): Promise<Engine> {
    const engine = new Engine(timing);
    try {
      await engine.#ask("open", place);
      await engine.#learnArrays();
    } catch (error) {
      await engine.#end();
      throw error;
    }
    engine.#state = "open";
    return engine;
  }

  private constructor(timing: WatchTiming | undefined) {
    this.#watch = new EngineWatch(() => endProcess("A statement of the embedded database did not finish in time"), timing);
    this.#worker = new Worker(new URL("./engine-thread.mjs", import.meta.url), { execArgv: [] });
    // Nothing waits for a thread that has nothing to answer.
    this.#worker.unref();
    this.#worker.on("message", (message: Answer | Notification) => {
      if ("listener" in message) this.#listeners.get(message.listener)?.(message.payload);
      else this.#settle(message);
    });
    this.#worker.on("error", (error: Error) => (this.#broke = error));
    this.#worker.on("exit", () => this.#exited());
  }

  /** Runs one statement, kept prepared. What it answers, the errors too, is as PGlite's own; errors hold neither the statement nor its values. */
  query<T>(text: string, values?: unknown[], options?: QueryOptions): Promise<Results<T>> {
    return this.#query(text, values, options, false);
  }

  /** The same, in the transaction that has begun: refused where none has. */
  queryInside<T>(text: string, values?: unknown[], options?: QueryOptions): Promise<Results<T>> {
    return this.#query(text, values, options, true);
  }

  /** Runs several statements without parameters. */
  async exec(text: string): Promise<void> {
    await this.#ask("exec", { text });
  }

  /** Calls back for every notification on a channel until the returned function is called. */
  async listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    const listener = this.#nextId();
    this.#listeners.set(listener, onPayload);
    await this.#ask("listen", { listener, channel });
    return async () => {
      this.#listeners.delete(listener);
      await this.#ask("unlisten", { listener });
    };
  }

  async close(): Promise<void> {
    const closed = this.#ask("close", {});
    this.#state = "closing";
    try {
      await closed;
    } finally {
      await this.#end();
    }
  }

  async #query<T>(text: string, values: unknown[] = [], { rowMode, parsers }: QueryOptions = {}, inside: boolean): Promise<Results<T>> {
    const asked = { text, values: values.map(alone), now: performance.now(), inside };
    const { fields, rows, ...rest } = await this.#ask<RawRows>("query", asked);
    const byColumn = fields.map(({ dataTypeID }) => parsers?.[dataTypeID] ?? this.#parsers[dataTypeID]);
    const parse = (row: (string | null)[]) => row.map((value, n) => (value === null ? null : byColumn[n] ? byColumn[n](value) : value));
    const named = (row: unknown[]) => Object.fromEntries(fields.map(({ name }, n) => [name, row[n]]));
    return { ...rest, fields, rows: rows.map((row) => (rowMode === "array" ? parse(row) : named(parse(row))) as T) };
  }

  /** Parsers for arrays of the types that the database has, as PGlite makes them for itself. */
  async #learnArrays(): Promise<void> {
    const parsers = { ...types.parsers };
    const asItIs = (text: string) => text;
    const { rows } = await this.query<{ oid: number; typarray: number }>("SELECT oid, typarray FROM pg_type WHERE typarray <> 0");
    for (const { oid, typarray } of rows)
      parsers[typarray] = (text) => types.arrayParser(text, parsers[oid] ?? asItIs, typarray) as unknown;
    this.#parsers = parsers;
  }

  async #ask<T, Task extends keyof Tasks = keyof Tasks>(task: Task, given: Tasks[Task]): Promise<T> {
    if (this.#state === "closing" || this.#state === "closed") throw new Error("The database is closed.");
    const id = this.#nextId();
    // Before anybody waits for an answer: what cannot cross throws here.
    this.#worker.postMessage({ id, task, given, now: Date.now(), at: steadyNs() });
    const { result, error, ms } = await new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.ref();
      this.#watch.asked();
    });
    countEngineTime(ms);
    if (error) throw errorOf(error);
    return result as T;
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    const isIdle = this.#waiting.size === 0;
    this.#watch.answered(isIdle);
    if (isIdle) this.#worker.unref();
    waiting?.resolve(answer);
  }

  async #end(): Promise<void> {
    this.#state = "closed";
    await this.#worker.terminate();
  }

  #exited(): void {
    this.#watch.answered(true);
    const error = this.#broke ?? new Error("The thread of the embedded database has ended.");
    if (this.#state === "open")
      endProcess(`The embedded database stopped unexpectedly (${(error as NodeJS.ErrnoException).code ?? error.name})`);
    this.#state = "closed";
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** Bytes that are a part of a buffer (all small ones are) would take the whole buffer along to the thread. */
function alone(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(alone);
  return value instanceof Uint8Array && value.byteLength < value.buffer.byteLength ? new Uint8Array(value) : value;
}

function errorOf({ ofDatabase, members }: Failure): Error {
  const { message, length, name } = members;
  return Object.assign(ofDatabase ? new messages.DatabaseError(message, length, name) : new Error(message), members);
}
