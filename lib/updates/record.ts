import { distinctIds } from "@/lib/database/id";
import { coverIds } from "@/lib/database/partitions";
import type { Sql } from "@/lib/database/sql";
import { firstOfBack, lockUpdates, release, type ClaimedUpdate, type GivenBack } from "./claim";
import { forgetEndpoints } from "./endpoints";
import type { NewUpdate, SendingState } from "./enqueue";
import type { AttemptResult, Verdict } from "./judge";
import { notifyurlReceiver } from "./receivers";
import { storeFirst, type FirstState } from "./slice";

/**
 * What happened to a claimed update. `attempted` is absent without a call, e.g. because its
 * authentication is unknown.
 */
export interface Result {
  update: ClaimedUpdate;
  /** Where it is not stored: it is stored with this result. */
  unstored?: NewUpdate | undefined;
  verdict: Verdict;
  attempted?: AttemptResult & {
    id: string;
    at: Date;
    durationMs: number;
    /**
     * The request and its response, as `describe/update-exchange` in JSON; null when no request was
     * sent.
     */
    exchange: string | null;
  };
  /** Claimed for the same origin, not begun, and not to be sent from here now. */
  back?: readonly GivenBack[];
}

/**
 * Records results; idempotent. Stores the state of each update whose lease has not ended (a worker
 * that lost its lease changes nothing), and a row for each attempt in any case. Updates that are
 * not stored yet are stored with their result. A receiver that is gone gets nothing more: its
 * webhook is disabled and its waiting updates are parked, except those in slices and those that
 * another transaction has locked: they are being claimed or becoming due at this moment, and their
 * own call finds the receiver gone.
 */
export async function recordResults(tx: Sql, results: readonly Result[]): Promise<void> {
  const back = results.flatMap((result) => result.back ?? []);
  await storeFirst(tx, [...results.flatMap(firstOfResult), ...back.flatMap(firstOfBack)]);
  const isStored = (one: Result | GivenBack) => one.unstored === undefined;
  const released = back.filter(isStored);
  await moveStored(tx, results.filter(isStored), released);
  await insertAttempts(tx, results);
  await release(tx, released);
  await parkGone(
    tx,
    results.flatMap(({ update, verdict }) =>
      verdict.kind === "gone" ? [{ update, reason: verdict.reason }] : [],
    ),
  );
}

/** Locks updates that are stored, and moves those that have a result. */
async function moveStored(
  tx: Sql,
  results: readonly Result[],
  released: readonly GivenBack[],
): Promise<void> {
  const column = <T>(read: (result: Result) => T) => results.map(read);
  const locked = [...results, ...released].map(({ update }) => update);
  if (locked.length > 0) await lockUpdates(tx, locked);
  if (results.length === 0) return;
  await tx.query(
    `UPDATE "update" u SET state = r.state, attempts = u.attempts + r.attempted, lease_token = NULL, last_status = r.status, last_error = r.error,
       next_at = CASE WHEN r.state = 'pending' THEN now() + make_interval(secs => r.pause / 1000) END,
       sent_at = CASE WHEN r.state = 'sent' THEN now() END
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::int[], $6::int[], $7::text[], $8::float8[]) AS r(m, id, lease, state, attempted, status, error, pause)
     WHERE u.message_id = r.m AND u.id = r.id AND u.lease_token = r.lease AND u.message_id = ANY($9::uuid[])`,
    [
      column(({ update }) => update.messageId),
      column(({ update }) => update.id),
      column(({ update }) => update.leaseToken),
      column(({ verdict }) => stateOf(verdict)),
      column(({ attempted }) => (attempted ? 1 : 0)),
      column(({ attempted }) => attempted?.status ?? null),
      column(errorOf),
      column(({ verdict }) => (verdict.kind === "retry" ? verdict.pauseMs : 0)),
      distinctIds(column(({ update }) => update.messageId)),
    ],
  );
}

/** How an update is stored with its result; none for one that is stored. */
function firstOfResult(result: Result): FirstState[] {
  const { update, unstored, verdict, attempted } = result;
  if (!update.slice || !unstored) return [];
  const sending: SendingState = {
    state: stateOf(verdict),
    attempts: attempted ? 1 : 0,
    ...(verdict.kind === "retry" ? { pauseMs: verdict.pauseMs } : {}),
    status: attempted?.status ?? null,
    error: errorOf(result),
  };
  return [{ slice: update.slice, update: unstored, sending }];
}

function stateOf(verdict: Verdict): SendingState["state"] {
  switch (verdict.kind) {
    case "sent":
      return "sent";
    case "retry":
      return "pending";
    case "parked":
    case "gone":
      return "parked";
  }
}

function errorOf({ verdict, attempted }: Result): string | null {
  if (verdict.kind === "sent") return null;
  return verdict.kind === "retry" ? (attempted?.error ?? null) : verdict.reason;
}

async function insertAttempts(tx: Sql, results: readonly Result[]): Promise<void> {
  const calls = results.flatMap(({ update, attempted }) =>
    attempted ? [{ id: update.id, attempted }] : [],
  );
  if (calls.length === 0) return;
  await coverIds(calls.map(({ attempted }) => attempted.id));
  await tx.query(
    `INSERT INTO update_attempt (update_id, id, at, duration_ms, status, error, exchange)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::int[], $5::smallint[], $6::text[], $7::text[]) ON CONFLICT DO NOTHING`,
    [
      calls.map(({ id }) => id),
      calls.map(({ attempted }) => attempted.id),
      calls.map(({ attempted }) => attempted.at.toISOString()),
      calls.map(({ attempted }) => Math.round(attempted.durationMs)),
      calls.map(({ attempted }) => attempted.status),
      calls.map(({ attempted }) => attempted.error),
      calls.map(({ attempted }) => attempted.exchange),
    ],
  );
}

async function parkGone(
  tx: Sql,
  gone: readonly { update: ClaimedUpdate; reason: string }[],
): Promise<void> {
  const [first] = gone;
  if (!first) return;
  const webhooks = gone.flatMap(({ update }) =>
    update.receiver === notifyurlReceiver ? [] : [update.receiver],
  );
  if (webhooks.length > 0)
    await tx.query(
      "UPDATE webhook SET disabled_at = now() WHERE id = ANY($1::uuid[]) AND disabled_at IS NULL",
      [webhooks],
    );
  await tx.query(
    `UPDATE "update" u SET state = 'parked', next_at = NULL, last_error = $4
     FROM (SELECT o.message_id, o.id FROM "update" o JOIN (SELECT DISTINCT * FROM unnest($1::uuid[], $2::text[], $3::text[]) AS n(service_id, receiver, url)) g
         ON o.service_id = g.service_id AND o.receiver = g.receiver AND o.url = g.url
       WHERE o.state = 'pending' AND o.lease_token IS NULL FOR UPDATE OF o SKIP LOCKED) waiting
     WHERE u.message_id = waiting.message_id AND u.id = waiting.id`,
    [
      gone.map(({ update }) => update.serviceId),
      gone.map(({ update }) => update.receiver),
      gone.map(({ update }) => update.url),
      first.reason,
    ],
  );
  for (const { update } of gone) tx.afterCommit(() => forgetEndpoints(update.serviceId));
}
