import { config } from "@/lib/config/config";
import { openDatabase } from "@/lib/database/open";
import { setDatabase, type Database } from "@/lib/database/sql";
import { shortPushId } from "@/lib/directory/device/subscriptions";
import { subscriptionIn } from "@/lib/interface/subscription";

/** Where the servers keep what they know. */
export type Place = { DATA_DIR: string; DATABASE_URL?: string; DATABASE_DIRECT_URL?: string };

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
    const [deliveries, updates, unstored, slices, stored] = await lookInto(
      this.#place,
      (database) =>
        Promise.all([
          database.query<Lease>(
            `SELECT message_id AS transid, pushid, lease_token AS lease FROM delivery WHERE next_at IS NOT NULL AND lease_token IS NOT NULL`,
          ),
          database.query<Lease>(
            `SELECT u.message_id AS transid, d.pushid, u.lease_token AS lease FROM "update" u JOIN delivery d ON d.message_id = u.message_id AND d.id = u.delivery_id
           WHERE u.next_at IS NOT NULL AND u.lease_token IS NOT NULL AND u.kind = 'submitted'`,
          ),
          // A sender sends the updates of a slice before they are stored.
          database.query<Lease>(
            `SELECT d.message_id::text AS transid, d.pushid, s.lease_token AS lease FROM update_slice s CROSS JOIN LATERAL jsonb_array_elements(s.updates::jsonb) n
           JOIN delivery d ON d.message_id = (n->>'messageId')::uuid AND d.id = (n->>'deliveryId')::uuid
           WHERE n->>'kind' = 'submitted' AND NOT EXISTS (SELECT 1 FROM "update" u WHERE u.message_id = d.message_id AND u.id = (n->>'id')::uuid)`,
          ),
          // A worker sends the deliveries of a slice before they are stored.
          database.query<{ transid: string; request: Uint8Array; lease: string }>(
            `SELECT m.id AS transid, m.request, j.lease_token AS lease FROM job j
           JOIN message m ON j.data->'transids' ? m.id::text WHERE j.lease_token IS NOT NULL AND m.state = 'accepted'`,
          ),
          database.query<{ name: string }>(
            `SELECT d.message_id || ' ' || d.pushid AS name FROM delivery d JOIN message m ON m.id = d.message_id WHERE m.state = 'accepted'`,
          ),
        ]),
    );
    const names = new Set(stored.map(({ name }) => name));
    for (const { transid, request, lease } of slices)
      for (const pushid of pushIdsIn(request))
        if (!names.has(`${transid} ${pushid}`))
          this.deliveries.add(`${transid} ${pushid} ${lease}`);
    for (const { transid, pushid, lease } of deliveries)
      this.deliveries.add(`${transid} ${pushid} ${lease}`);
    for (const { transid, pushid, lease } of [...updates, ...unstored])
      this.updates.add(`${transid} ${pushid} ${lease}`);
  }
}

/** The push ids of a request of the fault run, as deliveries have them. */
function pushIdsIn(request: Uint8Array): string[] {
  const { destination } = JSON.parse(Buffer.from(request).toString()) as {
    destination: Record<string, string[]>[];
  };
  return destination
    .flatMap((entry) => Object.values(entry).flat())
    .map((id) => {
      const subscription = subscriptionIn(id);
      return subscription ? shortPushId(subscription) : id;
    });
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
