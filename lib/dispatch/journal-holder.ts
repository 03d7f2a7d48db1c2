import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Whose a journal is. */
export interface Holder {
  id: string;
  pid: number;
  host: string;
  /**
   * Where its pid means something: this start of the system's kernel, and the namespace of pids (a
   * container's).
   */
  place?: string;
  /**
   * When the kernel started it, in the kernel's ticks, where the system reports it: a process that
   * got the same pid later is another one.
   */
  started: string;
}

/** This process, under an id of its own. */
export function holderHere(id: string): Holder {
  return {
    id,
    pid: process.pid,
    host: hostname(),
    place: placeHere(),
    started: statOf(process.pid)?.started ?? "",
  };
}

/** Whether what was read from a journal says whose it is. */
export function isHolder(value: unknown): value is Holder {
  if (typeof value !== "object" || value === null) return false;
  const { pid, host, started } = value as Record<string, unknown>;
  return (
    Number.isSafeInteger(pid) &&
    Number(pid) > 0 &&
    typeof host === "string" &&
    typeof started === "string"
  );
}

/** Whether the holder lives; `unknown` when that cannot be seen from this process. */
export function holderState(holder: Holder): "alive" | "dead" | "unknown" {
  if (holder.place === undefined ? holder.host !== hostname() : holder.place !== placeHere())
    return "unknown";
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return "dead";
  }
  const seen = statOf(holder.pid);
  // A zombie has died; only its parent has not asked yet.
  if (seen?.state === "Z" || seen?.state === "X") return "dead";
  if (!seen || holder.started === "") return "unknown";
  return seen.started === holder.started ? "alive" : "dead";
}

/**
 * Two containers may both have a process 1 and one host name, but they never share this while both
 * live.
 */
function placeHere(): string {
  try {
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}

/** State (field 3) and start time (field 22) of a process, from proc(5). */
function statOf(pid: number): { state: string; started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", started: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}
