import { z } from "zod";
import { distinctIds, newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { keptIosPushId, keptPushId } from "@/lib/directory/suppression/suppressed";
import type { Receipt } from "@/lib/inputs/receipt";
import { updateCodes } from "@/lib/interface/codes";
import { present } from "@/lib/interface/scalars";
import { jsonIn } from "@/lib/interface/value-shape";
import { now } from "@/lib/runtime/clock";
import type { Change } from "./change";
import { record } from "./record";

/** A receipt, of the app that the device belongs to. */
export interface AppReceipt {
  appId: string;
  receipt: Receipt;
}

/** So many wait for the deliveries of one message at most. */
const mostEarly = 100_000;

const receiptShape = z.strictObject({
  transid: z.string(),
  deviceid: z.string().optional(),
  pushid: z.string().optional(),
  event: z.enum(["delivered", "read", "dismissed"]),
  button: z.string().optional(),
  reply: z.string().optional(),
  at: z.coerce.date(),
});

/**
 * The changes of stored deliveries that receipts report, and the places of those that no delivery
 * matches.
 */
export async function changesOf(
  sql: Sql,
  receipts: readonly AppReceipt[],
): Promise<{ changes: Change[]; unmatched: number[] }> {
  const rows = await sql.query<{
    n: number;
    messageId: string;
    deliveryId: string;
    acceptedAt: Date;
  }>(
    // A join by equality for each way: a thousand receipts of a message are no million looks.
    `WITH r AS (
       SELECT * FROM unnest($1::int[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[]) AS r(n, app_id, transid, deviceid, pushid, ios)
     ), matched AS (
       SELECT r.n, d.message_id, d.id FROM r JOIN delivery d ON d.message_id = r.transid AND d.message_id = ANY($7::uuid[]) AND d.app_id = r.app_id AND d.deviceid = r.deviceid
       UNION SELECT r.n, d.message_id, d.id FROM r JOIN delivery d ON d.message_id = r.transid AND d.message_id = ANY($7::uuid[]) AND d.app_id = r.app_id AND d.pushid = r.pushid
       UNION SELECT r.n, d.message_id, d.id FROM r JOIN delivery d ON d.message_id = r.transid AND d.message_id = ANY($7::uuid[]) AND d.app_id = r.app_id AND d.pushid = r.ios AND d.kind = 'ios'
     )
     SELECT x.n, x.message_id AS "messageId", x.id AS "deliveryId", m.accepted_at AS "acceptedAt" FROM matched x JOIN message m ON m.id = x.message_id AND m.id = ANY($7::uuid[])`,
    [
      receipts.map((_, n) => n),
      receipts.map(({ appId }) => appId),
      receipts.map(({ receipt }) => receipt.transid),
      receipts.map(({ receipt }) => receipt.deviceid ?? null),
      receipts.map(({ receipt }) => pushIdIn(receipt, keptPushId)),
      receipts.map(({ receipt }) => pushIdIn(receipt, keptIosPushId)),
      distinctIds(receipts.map(({ receipt }) => receipt.transid)),
    ],
  );
  const matched = new Set(rows.map(({ n }) => n));
  return {
    changes: rows.flatMap(({ n, ...row }) => {
      const receipt = receipts[n]?.receipt;
      return receipt ? [changeOf(receipt, row)] : [];
    }),
    unmatched: [...receipts.keys()].filter((n) => !matched.has(n)),
  };
}

function pushIdIn(
  { deviceid, pushid }: Receipt,
  form: (id: string) => string | null,
): string | null {
  return deviceid === undefined && pushid !== undefined ? form(pushid) : null;
}

function changeOf(
  { event, at, button, reply }: Receipt,
  {
    messageId,
    deliveryId,
    acceptedAt,
  }: { messageId: string; deliveryId: string; acceptedAt: Date },
): Change {
  const read = event === "read";
  const code = read ? "7502" : "7500";
  return {
    messageId,
    deliveryId,
    to: read ? "read" : "delivered",
    code,
    description: updateCodes[code],
    at: plausible(at, acceptedAt),
    attempted: false,
    ...(read && button !== undefined ? { button } : {}),
    ...(read && reply !== undefined ? { reply } : {}),
  };
}

/**
 * When a device did something, by a clock that may be wrong: not in the future, and not before its
 * message was accepted.
 */
function plausible(at: Date, acceptedAt: Date): Date {
  return new Date(Math.max(Math.min(at.getTime(), now()), acceptedAt.getTime()));
}

/**
 * Locks those of some messages that may have deliveries which are sent and not stored yet, until
 * the transaction ends: none of them is expanded meanwhile.
 */
export async function lockAccepted(
  tx: Sql,
  transids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(
    "SELECT id FROM message WHERE id = ANY($1::uuid[]) AND state = 'accepted' ORDER BY id FOR SHARE",
    [transids],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Stores receipts of messages that {@link lockAccepted} locked, until their deliveries are stored.
 * Beyond a hundred thousand of one message they are passed over.
 */
export async function storeEarlyReceipts(tx: Sql, receipts: readonly AppReceipt[]): Promise<void> {
  await tx.query(
    `WITH r AS (
       SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) AS r(message_id, id, app_id, receipt)
     ), full_ones AS (
       SELECT o.message_id FROM (SELECT DISTINCT message_id FROM r) o
       WHERE (SELECT count(*) FROM (SELECT 1 FROM early_receipt e WHERE e.message_id = o.message_id AND e.message_id = ANY($1::uuid[]) LIMIT ${mostEarly}) s) = ${mostEarly}
     )
     INSERT INTO early_receipt (message_id, id, app_id, receipt, at)
     SELECT r.message_id, r.id, r.app_id, r.receipt, now() FROM r WHERE r.message_id NOT IN (SELECT f.message_id FROM full_ones f)`,
    [
      receipts.map(({ receipt }) => receipt.transid),
      receipts.map(() => newId()),
      receipts.map(({ appId }) => appId),
      receipts.map(({ receipt }) => JSON.stringify(receipt)),
    ],
  );
}

/**
 * Records the receipts of some messages whose deliveries are stored by now, in the caller's
 * transaction, which has the messages locked. Those of a message that is expanded are removed: no
 * further delivery of it comes.
 *
 * @returns updates that were enqueued
 */
export async function recordEarlyReceipts(tx: Sql, transids: readonly string[]): Promise<number> {
  const rows = await tx.query<{
    messageId: string;
    id: string;
    appId: string;
    receipt: string;
    isLast: boolean;
  }>(
    `SELECT e.message_id AS "messageId", e.id, e.app_id AS "appId", e.receipt, m.state <> 'accepted' AS "isLast"
     FROM early_receipt e JOIN message m ON m.id = e.message_id AND m.id = ANY($1::uuid[]) WHERE e.message_id = ANY($1::uuid[]) ORDER BY e.message_id, e.id`,
    [transids],
  );
  if (rows.length === 0) return 0;
  const readable = rows.flatMap((row) => {
    const { data } = receiptShape.safeParse(jsonIn(row.receipt));
    return data ? [{ row, appId: row.appId, receipt: present(data) as Receipt }] : [];
  });
  const { changes, unmatched } = await changesOf(tx, readable);
  const { updates } = await record(tx, changes);
  const waiting = new Set(unmatched.map((n) => readable[n]?.row));
  const gone = rows.filter((row) => row.isLast || !waiting.has(row));
  await tx.query(
    `DELETE FROM early_receipt e USING unnest($1::uuid[], $2::uuid[]) AS g(message_id, id) WHERE e.message_id = g.message_id AND e.id = g.id AND e.message_id = ANY($1::uuid[])`,
    [gone.map(({ messageId }) => messageId), gone.map(({ id }) => id)],
  );
  return updates;
}
