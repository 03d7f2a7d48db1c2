import { readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second for programs. */
const tickMs = 10;

interface ProcessTimes {
  parent: number;
  /** Milliseconds of itself, and of its children that have ended. */
  own: number;
  ended: number;
}

/** Returns the main process of a PostgreSQL server, by that of one of its open connections. */
export function postmasterOf(backend: number): number {
  const { parent } = timesOf(backend) ?? {};
  if (parent === undefined) throw new Error("The connection is gone, or this is not Linux.");
  return parent;
}

/**
 * Returns the processor time of a PostgreSQL server: of all its processes, those that have ended
 * too, in milliseconds.
 */
export function processorMs(postmaster: number): number {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => timesOf(Number(pid)) ?? [])
    .filter(({ parent }) => parent === postmaster);
  const self = timesOf(postmaster);
  return children.reduce((sum, { own }) => sum + own, (self?.own ?? 0) + (self?.ended ?? 0));
}

/** Undefined for a process that is gone. */
function timesOf(pid: number): ProcessTimes | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program stands in parentheses, and may have spaces.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = (...at: number[]) => at.reduce((sum, n) => sum + Number(fields[n]), 0);
    return {
      parent: Number(fields[1]),
      own: ticks(11, 12) * tickMs,
      ended: ticks(13, 14) * tickMs,
    };
  } catch {
    return undefined;
  }
}
