import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { log } from "@/lib/log/log";
import { encryptForBrowser, SubscriptionKeysError, type SubscriptionKeys } from "./encryption";
import {
  encryptsHere,
  threadReady,
  type EncryptionResult,
  type EncryptionTask,
} from "./web-push-thread";

/**
 * Browsers in one message to a thread: fewer cost more messages, more make the first of them wait.
 */
const mostInTask = 64;
const mostThreads = 4;

interface Job {
  keys: SubscriptionKeys;
  resolve: (body: Buffer) => void;
  reject: (error: Error) => void;
}

interface Task {
  text: string;
  jobs: Job[];
}

interface Thread {
  worker: Worker;
  ready: boolean;
  tasks: Map<number, Task>;
}

/**
 * Encrypts for browsers on threads of their own, so that a thousand of them (a tenth of a second)
 * hold up nothing else in this process. What is asked for in one turn of the event loop goes to a
 * thread together. Until a thread has started, and when it has died, this one encrypts.
 */
export class Encryptor {
  readonly #threads: Thread[] = [];
  #pending = new Map<string, Job[]>();
  #count = 0;
  #flushing = false;
  #lastId = 0;
  #closed = false;

  /** @param threads one for each core but one, unless given */
  constructor(threads: number = Math.min(Math.max(availableParallelism() - 1, 1), mostThreads)) {
    for (let n = 0; n < threads; n += 1) this.#start();
  }

  /** How many threads take work now. */
  get ready(): number {
    return this.#threads.filter(({ ready }) => ready).length;
  }

  /**
   * As `encryptForBrowser` of `web-push-encryption.ts`. Rejects with {@link SubscriptionKeysError}.
   */
  encrypt(text: string, keys: SubscriptionKeys): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const job = { keys, resolve, reject };
      const jobs = this.#pending.get(text);
      if (jobs) jobs.push(job);
      else this.#pending.set(text, [job]);
      this.#count += 1;
      if (this.#count >= mostInTask) this.#flush();
      else if (!this.#flushing) {
        this.#flushing = true;
        setImmediate(() => this.#flush());
      }
    });
  }

  /** Ends the threads; what is still asked for is encrypted here. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #flush(): void {
    const pending = this.#pending;
    this.#pending = new Map();
    this.#count = 0;
    this.#flushing = false;
    for (const [text, jobs] of pending) this.#give({ text, jobs });
  }

  #give(task: Task): void {
    const [thread] = this.#threads
      .filter(({ ready }) => ready)
      .toSorted((a, b) => a.tasks.size - b.tasks.size);
    if (!thread) {
      void encryptHere(task);
      return;
    }
    this.#lastId += 1;
    const id = this.#lastId;
    thread.tasks.set(id, task);
    const message: EncryptionTask = {
      id,
      text: task.text,
      keys: task.jobs.map(({ keys }) => ({ p256dh: keys.p256dh, auth: keys.auth })),
    };
    thread.worker.postMessage(message);
  }

  #start(): void {
    const worker = new Worker(new URL("./start-web-push-thread.mjs", import.meta.url), {
      execArgv: [],
      workerData: encryptsHere,
    });
    const thread: Thread = { worker, ready: false, tasks: new Map() };
    this.#threads.push(thread);
    // Nothing waits for a thread that has nothing to do.
    worker.unref();
    worker.on("message", (message: unknown) => {
      if (message === threadReady) thread.ready = true;
      // Loaders of modules send messages of their own through the same port.
      else if (isResult(message)) settle(thread, message);
    });
    worker.on("error", (error) =>
      log().error({ err: error }, "a thread that encrypts for browsers broke"),
    );
    worker.on("exit", () => {
      this.#threads.splice(this.#threads.indexOf(thread), 1);
      // One that never came to work would not come the next time either.
      if (!this.#closed && thread.ready) this.#start();
      for (const task of thread.tasks.values()) void encryptHere(task);
      thread.tasks.clear();
    });
  }
}

function isResult(message: unknown): message is EncryptionResult {
  return typeof message === "object" && message !== null && "parts" in message;
}

function settle(thread: Thread, { id, bytes, parts }: EncryptionResult): void {
  const task = thread.tasks.get(id);
  thread.tasks.delete(id);
  let at = 0;
  for (const [n, part] of parts.entries()) {
    const job = task?.jobs[n];
    if (typeof part === "string") job?.reject(new SubscriptionKeysError(part));
    else {
      job?.resolve(Buffer.from(bytes, at, part));
      at += part;
    }
  }
}

/** In this thread: between two of them other work gets a turn. */
async function encryptHere({ text, jobs }: Task): Promise<void> {
  for (const { keys, resolve, reject } of jobs) {
    await new Promise<void>((turn) => setImmediate(turn));
    try {
      resolve(encryptForBrowser(text, keys));
    } catch (error) {
      reject(error as Error);
    }
  }
}
