import { database, type Sql } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import { now } from "@/lib/runtime/clock";
import { once } from "@/lib/runtime/once";

/**
 * What came with a key, or a token of a JWT secret, in an hour from an address, and was not written
 * yet.
 */
interface Use {
  keyId: string;
  /** ISO 8601 UTC. */
  hour: string;
  address: string;
  calls: number;
  /** Of the last call: milliseconds UTC. */
  at: number;
}
interface PendingUses {
  uses: Map<string, Use>;
  timer: NodeJS.Timeout | undefined;
  /** By `performance.now()`. */
  writtenAt: number;
}

const hourMs = 3_600_000;
/** A process writes what it counted at most this often (milliseconds). */
const everyMs = 60_000;
/**
 * The first calls after a rest are seen soon (milliseconds): they help a user who has just set a
 * program up.
 */
const soonMs = 1_000;
/** Entries in memory at most; further calls are counted without their address. */
const mostHeld = 5_000;
/** Addresses that are counted apart for a key and an hour; all others are counted together. */
const mostAddresses = 100;

const counted = () =>
  once<PendingUses>("key-uses", () => ({
    uses: new Map(),
    timer: undefined,
    writtenAt: -Infinity,
  }));

/**
 * Counts a call that came with a service key, or with a token that a JWT secret signed: `keyId` is
 * its id. Counts stay in memory and are written once a minute, so that requests do not wait for
 * them; a process that is killed loses the counts that it has not written.
 *
 * @param address the client's; undefined where unknown
 */
export function countKeyUse(keyId: string, address = ""): void {
  const at = now();
  add({ keyId, hour: new Date(at - (at % hourMs)).toISOString(), address, calls: 1, at });
  const state = counted();
  state.timer ??= setTimeout(
    () => void writeKeyUses(),
    Math.max(soonMs, state.writtenAt + everyMs - performance.now()),
  ).unref();
}

/**
 * Writes what was counted and not written yet: once a minute by itself, and before the process
 * ends. What cannot be written now is written with the next.
 */
export async function writeKeyUses(): Promise<void> {
  const state = counted();
  clearTimeout(state.timer);
  state.timer = undefined;
  state.writtenAt = performance.now();
  const uses = [...state.uses.values()];
  if (uses.length === 0) return;
  state.uses = new Map();
  try {
    await database().transaction((tx) => write(tx, uses));
  } catch (error) {
    for (const use of uses) add(use);
    log().warn(
      { err: error },
      "calls of service keys could not be counted; they are written with the next ones",
    );
  }
}

function add(use: Use): void {
  const { uses } = counted();
  const useName = ({ keyId, hour }: Use, address: string) => `${keyId} ${hour} ${address}`;
  const address = uses.size < mostHeld || uses.has(useName(use, use.address)) ? use.address : "";
  const counter = uses.get(useName(use, address));
  if (!counter) uses.set(useName(use, address), { ...use, address });
  else {
    counter.calls += use.calls;
    counter.at = Math.max(counter.at, use.at);
  }
}

async function write(tx: Sql, uses: readonly Use[]): Promise<void> {
  const keys = uses.map(({ keyId }) => keyId);
  const addresses = uses.map(({ address }) => address);
  await tx.query(
    `WITH given AS (
       SELECT g.*, row_number() OVER (PARTITION BY g.key_id, g.hour ORDER BY g.calls DESC) AS place
       FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::int[]) AS g(key_id, hour, address, calls)
       WHERE EXISTS (SELECT 1 FROM service_key k WHERE k.id = g.key_id) OR EXISTS (SELECT 1 FROM jwt_secret j WHERE j.id = g.key_id)
     ), placed AS (
       SELECT g.key_id, g.hour, g.calls, CASE WHEN EXISTS (SELECT 1 FROM service_key_use u WHERE (u.key_id, u.hour, u.address) = (g.key_id, g.hour, g.address))
         OR g.place + (SELECT count(*) FROM service_key_use u WHERE u.key_id = g.key_id AND u.hour = g.hour) <= ${mostAddresses} THEN g.address ELSE '' END AS address
       FROM given g
     )
     INSERT INTO service_key_use (key_id, hour, address, calls)
     SELECT key_id, hour, address, sum(calls)::int FROM placed GROUP BY key_id, hour, address ORDER BY key_id, hour, address
     ON CONFLICT (key_id, hour, address) DO UPDATE SET calls = service_key_use.calls + EXCLUDED.calls`,
    [keys, uses.map(({ hour }) => hour), addresses, uses.map(({ calls }) => calls)],
  );
  // Several processes write: not more than once a minute all the same.
  const last = `SELECT DISTINCT ON (key_id) key_id, at, address FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS u(key_id, address, at) ORDER BY key_id, at DESC`;
  const times = uses.map(({ at }) => new Date(at).toISOString());
  await tx.query(
    `UPDATE service_key k SET last_used_at = g.at, last_used_from = g.address FROM (
       SELECT o.id, g.at, g.address FROM (${last}) g JOIN service_key o ON o.id = g.key_id AND (o.last_used_at IS NULL OR o.last_used_at < g.at - interval '55 seconds')
       ORDER BY o.id FOR UPDATE OF o) g
     WHERE k.id = g.id`,
    [keys, addresses, times],
  );
  await tx.query(
    `UPDATE jwt_secret j SET last_used_at = g.at, last_used_from = g.address FROM (
       SELECT o.id, g.at, g.address FROM (${last}) g JOIN jwt_secret o ON o.id = g.key_id AND (o.last_used_at IS NULL OR o.last_used_at < g.at - interval '55 seconds')
       ORDER BY o.id FOR UPDATE OF o) g
     WHERE j.id = g.id`,
    [keys, addresses, times],
  );
}
