import { once } from "@/lib/runtime/once";
import { database } from "./sql";

/**
 * A health check is public and asked often: however often, a row is written once in so long.
 * Milliseconds.
 */
const cacheMs = 1_000;
/** A database that takes longer counts as one that does not answer. Milliseconds. */
const answerMs = 5_000;
/**
 * With less left on its disk the local server may not be able to write a segment of its log. Bytes.
 */
const leastRoom = 16 * 1024 * 1024;

interface Latest {
  /** By a monotonic clock. Milliseconds. */
  at: number;
  outcome: Promise<void>;
  /** Whether the row is still being written; no second one is before that. */
  isUnderWay: boolean;
}

/**
 * Writes a row, to show that rows can be written: an answer to a query alone says nothing of a full
 * disk, or of a server that only reads. A caller within a second of another shares the answer.
 * Rejects with what stands in the way, after five seconds at the latest.
 */
export function assertWritable(): Promise<void> {
  const holder = once<{ latest?: Latest }>("writable", () => ({}));
  const now = performance.now();
  if (holder.latest && (holder.latest.isUnderWay || now - holder.latest.at < cacheMs))
    return holder.latest.outcome;
  const row = write();
  const latest: Latest = { at: now, outcome: inTime(row), isUnderWay: true };
  const over = () => void (latest.isUnderWay = false);
  row.then(over, over);
  holder.latest = latest;
  return latest.outcome;
}

async function inTime(row: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The database does not answer.")), answerMs);
  });
  try {
    await Promise.race([row, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function write(): Promise<void> {
  const db = database();
  // What fits into pages that exist is still written for a while where nothing else can be.
  if (db.room && (await db.room()) < leastRoom)
    throw new Error("The disk of the data folder is full.");
  await db.query(
    `INSERT INTO setting (name, value) VALUES ('written_at', now()::text)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  );
}
