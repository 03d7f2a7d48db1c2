import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { failureOf, type Failure } from "@/lib/describe/failure";
import { mostTestRecipients } from "@/lib/inputs/audience";
import { testProgressSchema } from "@/lib/inputs/test-message";
import type { DeviceKind } from "@/lib/interface/device-kinds";
import type { DeliveryState } from "@/lib/interface/update";
import { view, type ViewScope } from "@/lib/verb/view";
import { countsOf, zero, type Counts } from "./counts";

/** What became of a test on one device, or for a recipient who has none. */
export interface TestDelivery {
  id: string;
  transid: string;
  model: string | null;
  kind: DeviceKind | null;
  /** Whose it is; null for a device that was addressed itself and has no user. */
  userid: string | null;
  state: DeliveryState;
  /** Why it did not arrive, in plain words; null for one that did, or may yet. */
  failure: Failure | null;
}

/** How far the messages of a test have come, all together. */
export interface TestProgress {
  /** All recipients were looked up. */
  done: boolean;
  counts: Counts;
  /** Of those that failed: the message says nothing to their devices, as it was written. */
  notIncluded: number;
  /** The first few, those that did not arrive ahead. */
  deliveries: TestDelivery[];
}

const mostShown = 8;

/**
 * What became of the messages of a test, those of one service. Throws `NotFoundError` when there is
 * none of them.
 */
export const readTestProgress = view({
  action: "service.view",
  input: testProgressSchema,
  service: serviceOfFirst,
  run: testProgress,
});

/** A test is of one service: the one of its first message. */
async function serviceOfFirst(
  sql: Sql,
  { transids }: { transids: readonly string[] },
): Promise<string | undefined> {
  const [row] = await sql.query<{ serviceId: string }>(
    `SELECT service_id AS "serviceId" FROM message WHERE id = ANY($1::uuid[]) ORDER BY id LIMIT 1`,
    [idsOf(transids)],
  );
  return row?.serviceId;
}

function idsOf(transids: readonly string[]): string[] {
  return [...new Set(transids.filter(isId))].slice(0, mostTestRecipients);
}

async function testProgress(
  { sql, serviceId }: ViewScope,
  { transids }: { transids: readonly string[] },
): Promise<TestProgress> {
  const messages = await sql.query<{ id: string; done: boolean }>(
    "SELECT id, state = 'done' AS done FROM message WHERE id = ANY($1::uuid[]) AND service_id = $2",
    [idsOf(transids), serviceId],
  );
  const ids = messages.map(({ id }) => id);
  const [counts, [left], rows] = await Promise.all([
    countsOf(sql, ids),
    sql.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM delivery WHERE message_id = ANY($1::uuid[]) AND state = 'failed' AND description LIKE 'The message has no content for %'`,
      [ids],
    ),
    sql.query<
      Omit<TestDelivery, "kind" | "failure"> & {
        kind: DeviceKind | "";
        code: string;
        description: string;
      }
    >(
      `SELECT d.id, d.message_id AS transid, v.model, d.kind, d.state, d.code, d.description,
         CASE WHEN d.destination_type = 'userid' THEN d.destination ELSE (SELECT min(u.userid) FROM device_user u WHERE u.device_id = d.device_id) END AS userid
       FROM delivery d LEFT JOIN device v ON v.id = d.device_id
       WHERE d.message_id = ANY($1::uuid[]) ORDER BY d.state NOT IN ('failed', 'expired'), d.id LIMIT ${mostShown}`,
      [ids],
    ),
  ]);
  const sum = { ...zero };
  for (const one of counts.values())
    for (const state of Object.keys(sum) as DeliveryState[]) sum[state] += one[state];
  return {
    done: messages.every(({ done }) => done),
    counts: sum,
    notIncluded: left?.n ?? 0,
    deliveries: rows.map(({ kind, code, description, ...row }) => {
      const isLost = row.state === "failed" || row.state === "expired";
      return {
        ...row,
        kind: kind === "" ? null : kind,
        failure: isLost ? failureOf({ code, description }) : null,
      };
    }),
  };
}
