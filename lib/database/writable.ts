import { once } from "@/lib/runtime/once";
import { database } from "./sql";

/** A health check is public and asked often: however often, a row is written once in so long. Milliseconds. */
const keptMs = 1_000;
/** With less left on its disk the embedded engine cannot write a segment of its log. Bytes. */
export const leastRoom = 16 * 1024 * 1024;

interface Latest {
  /** By a clock that nobody sets. Milliseconds. */
  at: number;
  written: Promise<void>;
}

/**
 * Writes a row, to show that rows can be written: an answer to a query alone says nothing of a full disk, or of a server that only reads. Whoever asks within a
 * second of another shares the answer. Rejects with what stands in the way.
 */
export function assertWritable(): Promise<void> {
  const holder = once<{ latest?: Latest }>("writable", () => ({}));
  const now = performance.now();
  if (holder.latest && now - holder.latest.at < keptMs) return holder.latest.written;
  const written = write();
  holder.latest = { at: now, written };
  return written;
}

async function write(): Promise<void> {
  const db = database();
  // What fits into pages that exist is still written for a while where nothing else can be.
  if (db.room && (await db.room()) < leastRoom) throw new Error("The disk of the data folder is full.");
  await db.query(
    `INSERT INTO setting (name, value) VALUES ('written_at', now()::text)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  );
}
