import { firstIdAt, leastId } from "@/lib/database/id";
import {
  dropDetached,
  dropPartition,
  listPartitions,
  makeAhead,
  type Partition,
  type PartitionedTable,
} from "@/lib/database/partitions";
import { database, type Sql } from "@/lib/database/sql";
import {
  effectiveRetention,
  endOfKeeping,
  leastDays,
  readRetention,
  readServiceRetentions,
  type Retention,
} from "@/lib/directory/retention/stored";
import { jsonIn } from "@/lib/interface/value-shape";
import { log } from "@/lib/log/log";
import { now } from "@/lib/runtime/clock";
import { openWork } from "./open-work";
import {
  removeActivity,
  removeAttempts,
  removeDeliveries,
  removeMessageRollups,
  removeMessages,
} from "./remove-expired";

/** Any number: of all processes the one that holds it removes what is past its time. */
const lockId = 7_105_100_62;
const dayMs = 86_400_000;

/**
 * Makes the partitions of the coming weeks, and removes what is past its time: whole partitions
 * where no service keeps anything of them, rows of the services that keep less. Work that is not
 * done stays, with all that belongs to it, until it is. One process at a time removes.
 */
export async function sweepRetention(): Promise<void> {
  await makeAhead(database());
  const release = await database().hold(lockId);
  if (!release) return;
  try {
    if (await isClockTrusted(database())) await removeExpired();
  } finally {
    await release();
  }
}

/** As {@link sweepRetention} does where the clock is trusted, by one process. */
export async function removeExpired(): Promise<void> {
  const sql = database();
  const installation = await readRetention(sql);
  const services = (await readServiceRetentions(sql)).map(({ id, ...own }) => ({
    id,
    keep: effectiveRetention(installation, own),
  }));
  const longest = longestOf(
    services.length > 0 ? services.map(({ keep }) => keep) : [installation],
  );
  await dropDetached(sql);
  await dropExpired(longest);
  for (const { id, keep } of services) {
    await removeActivity(id, endOfKeeping(keep.keepDeliveries));
    const isShorter = (what: keyof Retention) => keep[what] !== longest[what];
    if (isShorter("keepAttempts")) await removeAttempts(id, idAt(keep.keepAttempts));
    if (isShorter("keepDeliveries")) await removeDeliveries(id, idAt(keep.keepDeliveries));
    if (isShorter("keepMessages")) await removeMessages(id, idAt(keep.keepMessages));
  }
}

const clockSetting = "retention.clock";

/**
 * A clock that was set wrong, or a process that was off for long, must not cost all messages:
 * nothing is removed until sweeps have run for a day by a clock that did not jump by one.
 */
async function isClockTrusted(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ value: string }>("SELECT value FROM setting WHERE name = $1", [
    clockSetting,
  ]);
  const { at = 0, since = 0 } = (jsonIn(row?.value ?? "") ?? {}) as { at?: number; since?: number };
  const time = now();
  const isSteady = Math.abs(time - at) < dayMs;
  const steadySince = isSteady ? since : time;
  await sql.query(
    "INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [clockSetting, JSON.stringify({ at: time, since: steadySince })],
  );
  return time - steadySince >= leastDays * dayMs;
}

/** Of several, for each thing the longest; null: for ever. */
function longestOf(all: readonly Retention[]): Retention {
  const most = (what: keyof Retention) => {
    const days = all.map((one) => one[what]);
    return days.includes(null) ? null : Math.max(...days.map((one) => one ?? 0));
  };
  return {
    keepMessages: most("keepMessages"),
    keepDeliveries: most("keepDeliveries"),
    keepAttempts: most("keepAttempts"),
  };
}

/** The id that all rows of the last so many days have at least; for ever: the least one. */
function idAt(days: number | null): string {
  const end = endOfKeeping(days);
  return end === null ? leastId : firstIdAt(end);
}

/**
 * Drops the partitions that end before the longest retention. Those of deliveries go before those
 * of their updates, and those before messages: until a delivery is gone a receipt may add updates
 * to it.
 */
async function dropExpired(longest: Retention): Promise<void> {
  const ends: readonly [PartitionedTable, string][] = [
    ["delivery", idAt(longest.keepDeliveries)],
    ["update", idAt(longest.keepDeliveries)],
    ["message", idAt(longest.keepMessages)],
    ["update_attempt", idAt(longest.keepAttempts)],
  ];
  for (const [table, end] of ends)
    for (const partition of await listPartitions(database()))
      if (partition.table === table && (partition.isDetaching || partition.to <= end))
        await dropClosed(partition);
  const weeks = (await listPartitions(database())).filter(({ table }) => table === "message");
  const oldest = weeks.map(({ from }) => from).toSorted()[0];
  if (oldest !== undefined) await removeMessageRollups(oldest);
}

async function dropClosed(partition: Partition): Promise<void> {
  const { table, name, from, to, isDetaching } = partition;
  if (!isDetaching && table !== "update_attempt" && (await openWork(database(), from, to))) return;
  const beganAt = performance.now();
  await dropPartition(database(), partition);
  log().info(
    { partition: name, ms: Math.round(performance.now() - beganAt) },
    "removed what is no longer kept",
  );
}
