import type { Database, Sql } from "@/lib/database/sql";

/** Partitions of each hot table. */
const partitions = 8;

/** The hot tables, each with the column that it is divided by. */
const dividedBy = {
  message: "id",
  delivery: "message_id",
  update: "message_id",
  early_receipt: "message_id",
  // It has no message_id: each of its statements names the update.
  update_attempt: "update_id",
} as const;
type HotTable = keyof typeof dividedBy;
const hotTables = Object.keys(dividedBy) as HotTable[];

/** Whether a statement reads or writes a hot table. */
export function isHot(text: string): boolean {
  return /\b(?:FROM|JOIN|INTO|UPDATE)\s+"?(?:message|delivery|update|early_receipt|update_attempt)\b"?(?!_)/.test(
    text,
  );
}

/** Messages that were sent before, and deliveries of each: plans are as on tables in use. */
const former = { messages: 8_000, deliveries: 4 };

/**
 * Replaces the hot tables, which must be empty, by ones that are divided by hash, with rows of
 * messages that were sent before.
 */
export async function divideHotTables(sql: Sql): Promise<void> {
  for (const table of hotTables)
    await sql.script(`ALTER TABLE "${table}" RENAME TO whole_${table};
      CREATE TABLE "${table}" (LIKE whole_${table} INCLUDING ALL) PARTITION BY HASH (${dividedBy[table]});
      ${Array.from(
        { length: partitions },
        (_, n) =>
          `CREATE TABLE ${table}_p${n} PARTITION OF "${table}" FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${n});`,
      ).join("\n")}
      DROP TABLE whole_${table};`);
  await sql.query(
    `WITH m AS (
       INSERT INTO message (id, service_id, app_id, platforms, request, effective_hash, state, accepted_at)
       SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '{}', '', '', 'done', now() FROM generate_series(1, $1::int) RETURNING id
     ), d AS (
       INSERT INTO delivery (message_id, id, service_id, app_id, target, kind, destination, destination_type, pushid, state, queued_at, updated_at)
       SELECT m.id, gen_random_uuid(), m.id, m.id, 't' || n, 'android', 't' || n, 'userid', '', 'submitted', now(), now() FROM m CROSS JOIN generate_series(1, $2::int) n
       RETURNING message_id, id
     )
     INSERT INTO "update" (message_id, id, delivery_id, service_id, kind, receiver, url, origin, body, state, created_at)
     SELECT d.message_id, gen_random_uuid(), d.id, d.id, 'submitted', 'notifyurl', '', '', '', 'sent', now() FROM d`,
    [former.messages, former.deliveries],
  );
  await sql.script("ANALYZE");
}

/** The partition of each message and of each attempt, by the id that they are divided by. */
export async function placesOf(sql: Sql, table: "message" | "update_attempt") {
  const rows = await sql.query<{ id: string; partition: string }>(
    `SELECT ${dividedBy[table]} AS id, tableoid::regclass::text AS partition FROM "${table}"`,
  );
  return new Map(rows.map(({ id, partition }) => [id, partitionIn(partition)?.number ?? -1]));
}

/** A statement as it was run once: its values, and the partitions that it looked into. */
export interface Run {
  text: string;
  values: readonly unknown[];
  looked: { table: HotTable; number: number }[];
  /** Those that its plan names, before it is run. */
  planned: { table: HotTable; number: number }[];
  /** It was planned and run; else the database refused it. */
  isExplained: boolean;
}

/**
 * A database that notes every statement over hot tables which runs on it: before each runs, it is
 * explained in a part of the transaction that is rolled back. The planner is asked for plans by
 * keys alone, since those of tables that are nearly empty read them whole.
 */
export function noting(database: Database, note: (run: Run) => void): Database {
  const noted =
    (tx: Sql): Sql["query"] =>
    async (text, values = []) => {
      if (isHot(text)) note(await explain(tx, text, values));
      return tx.query(text, values);
    };
  return {
    ...database,
    query: (text, values) =>
      isHot(text)
        ? database.transaction((tx) => noted(tx)(text, values))
        : database.query(text, values),
    transaction: (run) => database.transaction((tx) => run({ ...tx, query: noted(tx) })),
  };
}

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Loops": number;
  Plans?: PlanNode[];
}

async function explain(tx: Sql, text: string, values: unknown[]): Promise<Run> {
  await tx.script(
    "SAVEPOINT explained; SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off",
  );
  const plan = await tx
    .query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)
    .catch(() => undefined);
  await tx.script("ROLLBACK TO SAVEPOINT explained");
  const root = plan?.[0]?.["QUERY PLAN"][0].Plan;
  const planned = root ? scansIn(root) : [];
  return {
    text,
    values,
    // Those that it never came to are left out.
    looked: planned.filter(({ loops }) => loops > 0),
    planned,
    isExplained: root !== undefined,
  };
}

/** The partitions that a plan reads. Those that are written to alone are no part of that. */
function scansIn(node: PlanNode): (Run["looked"][number] & { loops: number })[] {
  const own =
    node["Node Type"] === "ModifyTable" ? undefined : partitionIn(node["Relation Name"] ?? "");
  return [
    ...(own ? [{ ...own, loops: node["Actual Loops"] }] : []),
    ...(node.Plans ?? []).flatMap(scansIn),
  ];
}

function partitionIn(name: string): Run["looked"][number] | undefined {
  const [, table = "", number = ""] = /^(\w+)_p(\d)$/.exec(name) ?? [];
  const hot = hotTables.find((one) => one === table);
  return hot && { table: hot, number: Number(number) };
}
