import { config } from "@/lib/config/config";
import { openDatabase } from "@/lib/database/open";
import { setDatabase, type Database } from "@/lib/database/sql";

/** Where the servers keep what they know. */
export type Place = { DATA_DIR: string; DATABASE_URL?: string };

let lastLook: Promise<unknown> = Promise.resolve();

/**
 * Looks into the servers' database: the local one only while no process has it open. A process has
 * one database at a time (`setDatabase`), so that concurrent calls run one after the other.
 */
export function lookInto<T>(place: Place, look: (database: Database) => Promise<T>): Promise<T> {
  const result = lastLook.then(() => openAndLook(place, look));
  lastLook = result.catch(() => undefined);
  return result;
}

/** When a process had the answer to each delivery that was sent once (milliseconds since 1970). */
export async function answersOf(place: Place): Promise<{ name: string; at: number }[]> {
  return lookInto(place, (database) =>
    database.query<{ name: string; at: number }>(
      `SELECT message_id || ' ' || pushid AS name, (extract(epoch FROM submitted_at) * 1000)::float8 AS at
       FROM delivery WHERE attempts = 1 AND submitted_at IS NOT NULL`,
    ),
  );
}

async function openAndLook<T>(place: Place, look: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ ...config(), ...place }, process.cwd());
  try {
    return await look(database);
  } finally {
    setDatabase(undefined);
    await database.close();
  }
}

/** The leases of processes at the time they were killed. The work of each may be repeated once. */
export class KilledLeases {
  readonly deliveries = new Set<string>();
  readonly updates = new Set<string>();
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  /** To be called after a kill, before the process is started again. */
  async look(): Promise<void> {
    const [deliveries, updates] = await lookInto(this.#place, (database) =>
      Promise.all([
        database.query<Lease>(
          `SELECT message_id AS transid, pushid, lease_token AS lease FROM delivery WHERE next_at IS NOT NULL AND lease_token IS NOT NULL`,
        ),
        database.query<Lease>(
          `SELECT u.message_id AS transid, d.pushid, u.lease_token AS lease FROM "update" u JOIN delivery d ON d.message_id = u.message_id AND d.id = u.delivery_id
           WHERE u.next_at IS NOT NULL AND u.lease_token IS NOT NULL AND u.kind = 'submitted'`,
        ),
      ]),
    );
    for (const { transid, pushid, lease } of deliveries)
      this.deliveries.add(`${transid} ${pushid} ${lease}`);
    for (const { transid, pushid, lease } of updates)
      this.updates.add(`${transid} ${pushid} ${lease}`);
  }
}

interface Lease {
  transid: string;
  pushid: string;
  lease: string;
}

/** How often things were done more than once, and how often more than they may have been. */
export interface Repeats {
  total: number;
  /** Those that no lease of a killed process explains. */
  unexplained: number;
}

/**
 * Counts repeats, and those that no lease of a killed process explains.
 *
 * @param times how often each was done, by `transid pushid`
 * @param leases `transid pushid lease`: allows one repeat each
 * @param more repeats of each that something other than a kill allows
 */
export function repeatsOf(
  times: Iterable<readonly [string, number]>,
  leases: ReadonlySet<string>,
  more: number,
): Repeats {
  const allowed = new Map<string, number>();
  for (const name of leases) {
    const of = name.slice(0, name.lastIndexOf(" "));
    allowed.set(of, (allowed.get(of) ?? 0) + 1);
  }
  const repeats: Repeats = { total: 0, unexplained: 0 };
  for (const [of, count] of times) {
    const extra = Math.max(count - 1, 0);
    repeats.total += extra;
    repeats.unexplained += Math.max(extra - (allowed.get(of) ?? 0) - more, 0);
  }
  return repeats;
}
