import { spawn, type ChildProcess } from "node:child_process";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { undoAtEnd } from "../tools/ending.mjs";

/** Of a process: `all` is everything in one. */
export type Role = "all" | "web" | "api" | "worker";

/** The server as a process of its own. */
export class ServerProcess {
  readonly role: Role;
  readonly origin: string;
  readonly #settings: Record<string, string>;
  readonly #clockFile: string;
  readonly #prefix: readonly string[];
  /** Undefined while none is wanted: not started yet, or ended from here. */
  #child: ChildProcess | undefined;
  #fail: (error: unknown) => void = () => undefined;
  /** Rejects when the process ended by itself and could not be started again. */
  readonly lost = new Promise<never>((_, reject) => {
    this.#fail = reject;
  });
  /** When it was killed last, milliseconds of `performance.now()`. */
  killedAt: number | undefined;

  /** @param host which it runs on; this one by default */
  constructor(
    port: number,
    role: Role,
    settings: { DATA_DIR: string; DATABASE_URL?: string; DATABASE_DIRECT_URL?: string },
    host: { address: string; prefix: readonly string[] } = { address: "127.0.0.1", prefix: [] },
  ) {
    this.role = role;
    this.origin = `http://${host.address}:${port}`;
    this.#prefix = host.prefix;
    this.#clockFile = join(settings.DATA_DIR, `clock-${port}`);
    this.#settings = { ...settings, HOST: host.address, PORT: String(port), ROLE: role };
  }

  async start(): Promise<void> {
    const server = ["--import", "./tests/wrong-clock.mjs", "build/server.mjs"];
    const command: string[] = [...this.#prefix, process.execPath, ...server];
    const [program = process.execPath, ...args] = command;
    const child = spawn(program, args, {
      env: {
        ...process.env,
        ...this.#settings,
        CLOCK_FILE: this.#clockFile,
        NODE_ENV: "production",
        SANDBOX: "0",
        NOTIFY_ALLOW: "127.0.0.0/8",
        // The lab is in the process of the test.
        PROVIDER_ALLOW: "127.0.0.1",
        LOG_LEVEL: "fatal",
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
    this.#child = child;
    // A process that exits by itself is started again, as an operator would do.
    let ready = false;
    child.once("exit", () => {
      if (this.#child !== child || !ready) return;
      this.killedAt = performance.now();
      this.start().catch(this.#fail);
    });
    child.once(
      "exit",
      undoAtEnd(() => child.kill("SIGKILL")),
    );
    for (;;) {
      if (this.#child !== child) return;
      const end = child.exitCode ?? child.signalCode;
      if (end !== null) throw new Error(`the server ended with ${end}`);
      if (ready) return;
      ready = (await fetch(`${this.origin}/readyz`).catch(() => undefined))?.ok ?? false;
      if (!ready) await pause(30);
    }
  }

  /** Sets this server's wall clock wrong by so many milliseconds, without stopping it. */
  setClock(wrongBy: number): void {
    writeFileSync(`${this.#clockFile}.new`, String(wrongBy));
    renameSync(`${this.#clockFile}.new`, this.#clockFile);
  }

  /** Holds the process where it is, without its knowledge, or lets it go on. */
  hold(isHeld: boolean): void {
    this.#child?.kill(isHeld ? "SIGSTOP" : "SIGCONT");
  }

  kill = () => {
    this.killedAt = performance.now();
    return this.#end("SIGKILL");
  };
  stop = () => this.#end("SIGTERM");

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  }
}

/** Time to pass, for what is random on purpose and for polling. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The server refused a request for good: the test itself is wrong. */
export class RequestRejectedError extends Error {}
