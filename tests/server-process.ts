import { spawn, type ChildProcess } from "node:child_process";

/** The server as a process of its own. */
export class ServerProcess {
  readonly #port: number;
  readonly #settings: Record<string, string>;
  #child: ChildProcess | undefined;

  constructor(port: number, settings: Record<string, string>) {
    this.#port = port;
    this.#settings = settings;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, ["--import", "tsx", "server.ts"], {
      env: {
        ...process.env,
        ...this.#settings,
        NODE_ENV: "production",
        PORT: String(this.#port),
        SANDBOX: "0",
        NOTIFY_ALLOW: "127.0.0.1",
        LOG_LEVEL: "fatal",
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
    this.#child = child;
    for (;;) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
      const ready = await fetch(`http://127.0.0.1:${this.#port}/readyz`).catch(() => undefined);
      if (ready?.ok) return;
      await pause(30);
    }
  }

  kill = () => this.#end("SIGKILL");
  stop = () => this.#end("SIGTERM");

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child) return;
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
export class Refused extends Error {}
