import { assertRole, type Member } from "@/lib/auth/member";
import { isId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import { mostTestRecipients } from "@/lib/inputs/audience";
import type { DeviceKind } from "@/lib/interface/device-kinds";
import type { DeliveryState } from "@/lib/interface/delivery-state";
import { countsOf, zero, type Counts } from "./counts";

/** What became of a test on one device, or for a recipient who has none. */
export interface TestDelivery {
  id: string;
  transid: string;
  model: string | null;
  kind: DeviceKind | null;
  /** Whose it is; null for a device that was addressed itself and belongs to nobody. */
  userid: string | null;
  state: DeliveryState;
  /** What the code says, "" without one. */
  description: string;
}

/** How far the messages of a test have come, all together. */
export interface TestFate {
  /** All recipients were looked up. */
  done: boolean;
  counts: Counts;
  /** The first few, those that did not arrive ahead. */
  deliveries: TestDelivery[];
}

const mostShown = 8;

/** What became of the messages of a test; undefined when there is none of them. */
export async function testFate(member: Member, transids: readonly string[]): Promise<TestFate | undefined> {
  assertRole(member, "viewer");
  const ids = [...new Set(transids.filter(isId))].slice(0, mostTestRecipients);
  if (ids.length === 0) return undefined;
  const [messages, counts, rows] = await Promise.all([
    database().query<{ done: boolean }>("SELECT state = 'done' AS done FROM message WHERE id = ANY($1::uuid[])", [ids]),
    countsOf(database(), ids),
    database().query<Omit<TestDelivery, "kind"> & { kind: DeviceKind | "" }>(
      `SELECT d.id, d.message_id AS transid, v.model, d.kind, d.state, d.description,
         CASE WHEN d.destination_type = 'userid' THEN d.destination ELSE (SELECT min(u.userid) FROM device_user u WHERE u.device_id = d.device_id) END AS userid
       FROM delivery d LEFT JOIN device v ON v.id = d.device_id
       WHERE d.message_id = ANY($1::uuid[]) ORDER BY d.state NOT IN ('failed', 'expired'), d.id LIMIT ${mostShown}`,
      [ids],
    ),
  ]);
  if (messages.length === 0) return undefined;
  const sum = { ...zero };
  for (const one of counts.values()) for (const state of Object.keys(sum) as DeliveryState[]) sum[state] += one[state];
  return {
    done: messages.every(({ done }) => done),
    counts: sum,
    deliveries: rows.map(({ kind, ...row }) => ({ ...row, kind: kind === "" ? null : kind })),
  };
}
