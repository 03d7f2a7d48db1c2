import { statfsSync } from "node:fs";
import { diskFull, folderError, StartError } from "@/lib/config/start-error";

/** A start may need a new segment of the write-ahead log. Bytes. */
const roomToStart = 16_777_216;

/**
 * Translates for the operator why a program of PostgreSQL's ended.
 *
 * @param output what it wrote
 * @param sentence of the cause in PostgreSQL's words, without a full stop
 * @param data the folder of the cluster
 */
export function failure(output: string, sentence: (why: string) => string, data: string): unknown {
  const why = causeIn(output);
  // Its log is on the same disk: what says so may have found no space either.
  if (/no space left|quota exceeded|file too large/i.test(why) || roomAt(data) < roomToStart)
    return diskFull(data);
  if (/read-only file system/i.test(why))
    return folderError(Object.assign(new Error(why), { code: "EROFS", syscall: "write" }), data);
  return new StartError(
    `${sentence(why)}. Fix the cause, restore DATA_DIR from a backup, or set DATABASE_URL to a PostgreSQL server.`,
  );
}

/**
 * The line of the last grave thing, or else the last one, without the names of programs and a full
 * stop.
 */
export function causeIn(output: string): string {
  const lines = output.trim().split("\n");
  const line =
    lines.findLast(
      (one) =>
        /\b(?:FATAL|PANIC|error):/.test(one) &&
        !/is (?:starting up|shutting down|in recovery mode|not yet accepting)/.test(one),
    ) ??
    lines.at(-1) ??
    "";
  return line.replace(/^.*?\b(?:FATAL|PANIC|error): +/, "").replace(/\.$/, "") || "it said nothing";
}

/** Bytes left on the disk of a folder; any number where that cannot be said. */
function roomAt(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
}
