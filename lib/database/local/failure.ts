import { diskFull, folderError, StartError } from "@/lib/config/start-error";

/**
 * Translates for the operator why a program of PostgreSQL's ended.
 *
 * @param output what it wrote
 * @param sentence of the cause in PostgreSQL's words, without a full stop
 * @param data the folder of the cluster
 */
export function failure(output: string, sentence: (why: string) => string, data: string): unknown {
  const why = causeIn(output);
  if (/no space left|quota exceeded|file too large/i.test(why)) return diskFull(data);
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
        /\b(?:FATAL|PANIC|error):/.test(one) && !/is (?:starting up|shutting down)/.test(one),
    ) ??
    lines.at(-1) ??
    "";
  return line.replace(/^.*?\b(?:FATAL|PANIC|error): +/, "").replace(/\.$/, "") || "it said nothing";
}
