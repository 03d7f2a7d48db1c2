import type { SharedDatabase } from "./simulated-database";

/** A row that a process may have leased. */
export interface LeasedRow {
  id: string;
  leaseToken: string | null;
  /** The end of its lease, or when it is due: milliseconds UTC; null where it waits for nothing. */
  until: number | null;
}

/** A delivery as it is stored. */
export interface DeliveryRow extends LeasedRow {
  messageId: string;
  /** Its recipient. */
  name: string;
  state: string;
}

/** An update as it is stored. */
export interface UpdateRow extends LeasedRow {
  messageId: string;
  body: string;
  state: string;
}

/** A job, with the messages that it expands. */
export interface JobRow extends LeasedRow {
  transids: string[];
}

/** A message as it is stored. */
export interface MessageRow {
  id: string;
  correlationid: string;
  state: string;
  /** Recipients that its cursor is past. */
  expanded: number;
}

/** How many are in which state. */
export type Counts = Record<string, number>;

/** What is stored at a moment. */
export interface Observation {
  messages: MessageRow[];
  deliveries: DeliveryRow[];
  updates: UpdateRow[];
  jobs: JobRow[];
  slices: LeasedRow[];
  /** Of deliveries, by message: roll-ups. */
  counts: { messageId: string; states: Counts }[];
  /** Of deliveries, of all messages that there ever were: roll-ups. `messages` counts these. */
  totals: { state: string; n: number }[];
  /** Rows of early receipts, and of roll-ups that are not folded. */
  rest: number;
}

const lease = `lease_token AS "leaseToken", (extract(epoch FROM next_at) * 1000)::float8 AS until`;
const parts: Record<keyof Omit<Observation, "rest">, string> = {
  messages: "SELECT id, correlationid, state, expanded FROM message ORDER BY id",
  deliveries: `SELECT message_id AS "messageId", id, CASE pushid WHEN '' THEN destination ELSE pushid END AS name, state, ${lease} FROM delivery ORDER BY message_id, id`,
  updates: `SELECT message_id AS "messageId", id, convert_from(body, 'UTF8') AS body, state, ${lease} FROM "update" ORDER BY message_id, id`,
  jobs: `SELECT id, data->'transids' AS transids, ${lease} FROM job ORDER BY id`,
  slices: `SELECT id, ${lease} FROM update_slice ORDER BY id`,
  counts: `SELECT message_id AS "messageId", json_build_object('queued', sum(queued), 'submitted', sum(submitted), 'delivered', sum(delivered), 'read', sum(read),
    'failed', sum(failed), 'expired', sum(expired)) AS states FROM message_rollup GROUP BY message_id ORDER BY message_id`,
  totals: `SELECT CASE measure WHEN 'messages' THEN measure ELSE state END AS state, sum(n)::int AS n
    FROM (SELECT measure, state, n FROM rollup UNION ALL SELECT measure, state, n FROM rollup_delta) r WHERE measure IN ('state', 'messages') GROUP BY 1 ORDER BY 1`,
};
const rows = Object.entries(parts).map(
  ([name, text]) => `'${name}', (SELECT coalesce(json_agg(x), '[]') FROM (${text}) x)`,
);
const observationSql = `SELECT json_build_object(${rows.join(", ")},
  'rest', (SELECT count(*) FROM early_receipt) + (SELECT count(*) FROM rollup_delta)) AS observation`;

/** Reads what is stored. */
export async function observe(database: SharedDatabase): Promise<Observation> {
  const [row] = await database.observe<{ observation: Observation }>(observationSql);
  if (!row) throw new Error("Nothing was observed.");
  return row.observation;
}
