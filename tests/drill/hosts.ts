import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { undoAtEnd } from "../../tools/ending.mjs";
import { pause } from "../server-process";
import { programPath } from "./programs";

/** What runs a command on a host, and where that host is reached. */
export interface Host {
  name: string;
  address: string;
  /** Comes before the command. */
  prefix: readonly string[];
}

interface Cable {
  /** The end at the switch. */
  link: string;
  namespace: string;
  host: Host;
}

/**
 * Hosts in network namespaces, each with a cable to one switch, and this machine at the switch,
 * too. They go with this process at the latest.
 */
export class Hosts {
  /** The address of this machine at the switch. */
  readonly gateway: string;
  /** All addresses at the switch. */
  readonly range: string;
  readonly #switch: string;
  readonly #cables = new Map<string, Cable>();
  readonly #undos: (() => void)[] = [];

  constructor(names: readonly string[]) {
    const tag = process.pid.toString(36);
    // Addresses for tests of devices (RFC 2544); the third number lets two drills run at once.
    const net = `198.18.${process.pid % 256}`;
    this.#switch = `cl${tag}`;
    this.gateway = `${net}.1`;
    this.range = `${net}.0/24`;
    // A cable carries at once, and not after the delay in which switches look for loops.
    ip("link", "add", this.#switch, "type", "bridge", "forward_delay", "0");
    this.#undos.push(undoAtEnd(() => ip("link", "del", this.#switch)));
    ip("addr", "add", `${this.gateway}/24`, "dev", this.#switch);
    ip("link", "set", this.#switch, "up");
    for (const [n, name] of names.entries())
      this.#add(name, {
        link: `cl${tag}x${n}`,
        namespace: `clarion-${tag}-${name}`,
        address: `${net}.${n + 2}`,
      });
  }

  host(name: string): Host {
    return this.#cable(name).host;
  }

  address(name: string): string {
    return this.host(name).address;
  }

  /**
   * Starts a program on a host.
   *
   * @param log the file that gets what it prints
   * @param account runs it as this user
   */
  run(
    name: string,
    command: readonly string[],
    { log, account }: { log: string; account?: string },
  ): ChildProcess {
    const as =
      account === undefined
        ? []
        : [
            programPath("setpriv"),
            `--reuid=${account}`,
            `--regid=${account}`,
            "--clear-groups",
            "--",
          ];
    return start([...this.host(name).prefix, ...as, ...command], log);
  }

  /** Starts a program on this machine, at the switch. */
  runHere(command: readonly string[], log: string): void {
    const child = start(command, log);
    this.#undos.push(undoAtEnd(() => child.kill("SIGKILL")));
  }

  /** Kills everything that runs on a host, as a power failure does; its cable stays. */
  async kill(name: string): Promise<void> {
    const { namespace } = this.#cable(name);
    while (killAll(namespace) > 0) await pause(20);
  }

  /** Cuts a host off: what is sent to it or by it is lost, and no end notices. */
  cut(name: string): void {
    ip("link", "set", this.#cable(name).link, "nomaster");
  }

  /** Mends what {@link cut} did. */
  mend(name: string): void {
    ip("link", "set", this.#cable(name).link, "master", this.#switch);
  }

  /** Ends what runs on the hosts, and removes them. */
  remove(): void {
    for (const undo of this.#undos.toReversed()) undo();
  }

  #cable(name: string): Cable {
    const cable = this.#cables.get(name);
    if (!cable) throw new Error(`There is no host ${name}.`);
    return cable;
  }

  #add(
    name: string,
    { link, namespace, address }: { link: string; namespace: string; address: string },
  ): void {
    ip("netns", "add", namespace);
    const remove = () => {
      killAll(namespace);
      ip("netns", "del", namespace);
    };
    this.#undos.push(undoAtEnd(remove));
    ip("link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", namespace);
    // The namespace stays for as long as a connection in it is being closed; its cable goes now.
    this.#undos.push(undoAtEnd(() => ip("link", "del", link)));
    ip("link", "set", link, "master", this.#switch, "up");
    ip("-n", namespace, "addr", "add", `${address}/24`, "dev", "eth0");
    ip("-n", namespace, "link", "set", "lo", "up");
    ip("-n", namespace, "link", "set", "eth0", "up");
    const prefix = [programPath("ip"), "netns", "exec", namespace];
    this.#cables.set(name, { link, namespace, host: { name, address, prefix } });
  }
}

function start([program = "", ...args]: readonly string[], log: string): ChildProcess {
  const file = openSync(log, "a");
  try {
    return spawn(program, args, { stdio: ["ignore", file, file] });
  } finally {
    closeSync(file);
  }
}

function ip(...args: string[]): string {
  return execFileSync(programPath("ip"), args, { encoding: "utf8" });
}

/** Returns how many processes of a namespace there were to kill. */
function killAll(namespace: string): number {
  const pids = ip("netns", "pids", namespace).split("\n").filter(Boolean).map(Number);
  for (const pid of pids)
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  return pids.length;
}
