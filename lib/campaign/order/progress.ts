import { database, type Sql } from "@/lib/database/sql";
import type { PlanOptions } from "@/lib/plan/own-values";
import { lagSeconds } from "@/lib/plan/rate";
import type { OrderRecurrence } from "@/lib/plan/subject";
import type { Wave, WavePlace } from "@/lib/plan/waves";
import type { RequestPlace } from "./requests";
import type { OrderedSegment } from "./segment";

/** A worker that took one and died: another takes it after so long (seconds). */
export const leaseSeconds = 30;

/** A worker waits so long itself (seconds); after a longer rest any of them goes on. */
export const patienceSeconds = 5;

const stalledByRate = "This service has reached its rate limit. Sending continues automatically.";

/**
 * Until when an order `o` has used up its rate. No slice takes more than a minute of it: a later
 * time was stored by a clock that was ahead, and nothing would be sent until then.
 */
const pacedAt = (column: string) =>
  `CASE WHEN ${column} IS NOT NULL THEN least(${column}, clock_timestamp() + interval '1 minute') END`;

/** What a worker reads of the times of an order `o`. */
export const orderTimes = `o.rate, coalesce(extract(epoch FROM ${pacedAt("o.paced_at")} - clock_timestamp()) * 1000, 0)::float8 AS "pacedMs",
  o.starts_at AS "startsAt", o.timezone, o.zoned, o.recurrence, o.waves, o.wave_places AS places, o.wave_audience_id AS "waveAudienceId", o.recipients`;

/** An order that a worker has. */
export interface Due {
  id: string;
  campaignId: string;
  serviceId: string;
  request: string;
  /** Null also until its segment is evaluated. */
  audienceId: string | null;
  segment: OrderedSegment | null;
  moreAppids: string[];
  /**
   * The language of its template that everybody gets, "" for the default text; null: each recipient
   * that of their device.
   */
  language: string | null;
  /** Frequency caps do not apply to it. */
  necessary: boolean;
  cuts: Record<string, PlanOptions>;
  /**
   * By app, the version of its template that it goes out by; an app is left out that has none, or
   * follows the published one.
   */
  versions: Record<string, number> | null;
  /** It follows the published version, and did not start yet. */
  follows: boolean;
  /** Its list changed since it was counted, and it did not start yet. */
  recount: boolean;
  /** The cursor: requests that were answered so far. */
  answered: number;
  /** Where the next request begins (`RequestPlace`); null where it is not stored. */
  nextApp: number | null;
  nextRecipient: number | null;
  /** Messages a minute; null: as fast as it goes. */
  rate: number | null;
  /** Milliseconds until its rate allows the next messages; 0 or less where it does now. */
  pacedMs: number;
  /** When it was scheduled for, and the zone in which that was chosen; null: at once. */
  startsAt: Date | null;
  timezone: string | null;
  /** It goes out in each recipient's time. */
  zoned: boolean;
  /** When it goes out again; null: it goes out once. */
  recurrence: OrderRecurrence | null;
  /** Its waves in the order in which they go out; null where it has none. */
  waves: Wave[] | null;
  /** The recipients of its request in the order of its waves; null where they are as written. */
  places: number[] | null;
  /** The recipients of its list in the order of its waves; null where they are as in the list. */
  waveAudienceId: string | null;
  recipients: number;
  /** The first of its messages; null when none was accepted so far. */
  transid: string | null;
}

/**
 * Pause between polls while another worker is claiming the orders that are due (milliseconds).
 */
const leastPauseMs = 20;

/** Milliseconds until the next one is due, at least 20 and at most `most`. */
export async function untilNextDue(sql: Sql, most: number): Promise<number> {
  const [row] = await sql.query<{ ms: number | null }>(
    `SELECT (extract(epoch FROM min(due_at) - now()) * 1000)::float8 AS ms FROM campaign_order WHERE due_at IS NOT NULL AND state IN ('scheduled', 'sending')`,
  );
  return Math.min(Math.max(row?.ms ?? most, leastPauseMs), most);
}

/** Whether an order is still where its worker knows its cursor; its values are {@link fence}. */
const isThere =
  "id = $1 AND state = 'sending' AND answered = $2 AND next_app IS NOT DISTINCT FROM $3::int AND next_recipient IS NOT DISTINCT FROM $4::int";

const fence = ({ id, answered, nextApp, nextRecipient }: Due) =>
  [id, answered, nextApp, nextRecipient] as const;

/** How a slice of requests was answered. */
export interface Slice {
  answered: number;
  /** Of the requests that were answered. */
  recipients: number;
  /** Where the request behind the last of those begins; null when none was answered. */
  next: RequestPlace | null;
  refused: number;
  /** The first that was accepted. */
  transid: string | null;
  /** Of the first that was refused. */
  problem: string | null;
  /** Seconds until the rest may be tried. */
  wait: number | null;
}

/**
 * Marks a slice as done, in the transaction that stores its messages, and returns after how many
 * milliseconds its rate allows the next one. Undefined when another worker did, or it was paused or
 * stopped, and then the messages must not be stored.
 */
export async function recordSlice(
  tx: Sql,
  at: Due,
  slice: Slice,
): Promise<{ pacedMs: number } | undefined> {
  const [row] = await tx.query<{ pacedMs: number }>(
    `UPDATE campaign_order SET answered = answered + $5, answered_recipients = answered_recipients + $13, refused = refused + $6, transid = coalesce(transid, $7), problem = coalesce(problem, $8),
       due_at = now() + make_interval(secs => $9), stalled = $10, next_app = coalesce($11, next_app), next_recipient = coalesce($12, next_recipient), updated_at = now(),
       paced_at = CASE WHEN rate IS NOT NULL THEN greatest(${pacedAt("paced_at")}, clock_timestamp() - make_interval(secs => ${lagSeconds})) + make_interval(secs => CASE WHEN $6::int < $5::int THEN $13::int ELSE 0 END * 60.0 / rate) END
     WHERE ${isThere} RETURNING coalesce(extract(epoch FROM paced_at - clock_timestamp()) * 1000, 0)::float8 AS "pacedMs"`,
    [
      ...fence(at),
      slice.answered,
      slice.refused,
      slice.transid,
      slice.problem,
      slice.wait !== null && slice.wait > patienceSeconds
        ? Math.min(slice.wait, leaseSeconds)
        : leaseSeconds,
      slice.wait === null ? null : stalledByRate,
      slice.next?.app ?? null,
      slice.next?.recipient ?? null,
      slice.recipients,
    ],
  );
  return row;
}

/** Why a worker leaves an order, and for how long. */
interface Postponement {
  /** Milliseconds from now. */
  ms: number;
  /** What its page says meanwhile; null where it goes on as it should. */
  stalled: string | null;
  /** Its waves, where they changed. */
  waves: readonly Wave[] | null;
  /** A wave starts then: one that is later than the latest start is asked about. */
  isStart: boolean;
}

/**
 * Leaves an order until its next requests may be accepted: false when another worker has it, or it
 * was stopped. After that time any worker goes on with it.
 */
export async function postpone(
  sql: Sql,
  at: Due,
  { ms, stalled, waves, isStart }: Postponement,
): Promise<boolean> {
  const rows = await sql.query(
    `UPDATE campaign_order SET due_at = now() + make_interval(secs => $5::float8 / 1000), stalled = $6, waves = coalesce($7::jsonb, waves), updated_at = now(),
       latest_start_at = CASE WHEN $8::boolean THEN now() + make_interval(secs => $5::float8 / 1000 + 60 * late_minutes) END
     WHERE ${isThere} RETURNING 1`,
    [...fence(at), ms, stalled, waves && JSON.stringify(waves), isStart],
  );
  return rows.length > 0;
}

/**
 * Puts the waves of an order into another order, and its cursor where they go on: false when
 * another worker has it, or it was stopped.
 */
export async function moveOn(
  sql: Sql,
  at: Due,
  waves: readonly Wave[],
  { app, recipient }: WavePlace,
): Promise<boolean> {
  const rows = await sql.query(
    `UPDATE campaign_order SET waves = $5::jsonb, next_app = $6, next_recipient = $7, due_at = now() + interval '${leaseSeconds} seconds', updated_at = now()
     WHERE ${isThere} RETURNING 1`,
    [...fence(at), JSON.stringify(waves), app, recipient],
  );
  return rows.length > 0;
}

/** The waves of an order, and its recipients in their order. */
export interface Arrangement {
  waves: readonly Wave[];
  places: readonly number[] | null;
  audienceId: string | null;
  /** Requests that it takes; null: as many as before. */
  requests: number | null;
}

/** Stores the waves of an order that did not begin: false when another worker did. */
export async function recordWaves(
  sql: Sql,
  { id }: Due,
  { waves, places, audienceId, requests }: Arrangement,
): Promise<boolean> {
  const rows = await sql.query(
    `UPDATE campaign_order SET waves = $2::jsonb, wave_places = $3::jsonb, wave_audience_id = $4, requests = coalesce($5, requests), updated_at = now()
     WHERE id = $1 AND state = 'sending' AND answered = 0 AND waves IS NULL RETURNING 1`,
    [id, JSON.stringify(waves), places && JSON.stringify(places), audienceId, requests],
  );
  return rows.length > 0;
}

/**
 * Renews the lease of an order that is under way: false when another worker has it, or it was
 * paused or stopped.
 */
export async function renewLease(sql: Sql, { id, answered }: Due): Promise<boolean> {
  const rows = await sql.query(
    `UPDATE campaign_order SET due_at = now() + interval '${leaseSeconds} seconds'
     WHERE id = $1 AND state = 'sending' AND answered = $2 RETURNING 1`,
    [id, answered],
  );
  return rows.length > 0;
}

/** A lease is renewed so often while its worker prepares an order (milliseconds). */
const renewMs = 10_000;

/** Prepares an order, which may take longer than a lease. */
export async function whileLeased<T>(at: Due, run: () => Promise<T>): Promise<T> {
  const renewing = setInterval(() => {
    // The next one makes up for one that failed: the order itself fails where it is stored.
    void renewLease(database(), at).catch(() => undefined);
  }, renewMs);
  try {
    return await run();
  } finally {
    clearInterval(renewing);
  }
}

/**
 * Gives back an order that was claimed while this process still has it under way from before: it is
 * due again in a second.
 */
export async function giveBack(sql: Sql, { id, answered }: Due): Promise<void> {
  await sql.query(
    "UPDATE campaign_order SET due_at = now() + interval '1 second' WHERE id = $1 AND state = 'sending' AND answered = $2",
    [id, answered],
  );
}

/**
 * Leaves an order that failed on its way for half a minute, and says so where it is looked at.
 */
export async function stall(sql: Sql, { id, answered }: Due, stalled: string): Promise<void> {
  await sql.query(
    `UPDATE campaign_order SET due_at = now() + interval '${leaseSeconds} seconds', stalled = $3, updated_at = now()
     WHERE id = $1 AND state = 'sending' AND answered = $2`,
    [id, answered, stalled],
  );
}

/**
 * Moves the campaign of an order up where the campaigns that changed last come first. Not in the
 * transaction of a step: the worker locks no campaign behind its order.
 */
export async function touchCampaign(
  sql: Sql,
  { campaignId }: Pick<Due, "campaignId">,
): Promise<void> {
  await sql.query("UPDATE campaign SET updated_at = now() WHERE id = $1", [campaignId]);
}
