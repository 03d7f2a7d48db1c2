import type { Sql } from "@/lib/database/sql";
import { idSchema } from "@/lib/inputs/row";
import { ruleOfServiceSchema } from "@/lib/inputs/segment";
import { now } from "@/lib/runtime/clock";
import { once } from "@/lib/runtime/once";
import { TtlCache } from "@/lib/runtime/ttl-cache";
import { compileRule } from "@/lib/segment/compile";
import { isFieldLeaf, leavesOf, type Rule } from "@/lib/segment/rule";
import { NotFoundError } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { readAttributes, type Attributes } from "../user/attributes";
import { readSegment } from "./open";
import { assertFits, serviceOfSegment } from "./rows";

/** Users that a rule is asked about. */
const sampleUsers = 1_000;
/** The same, where deliveries are read of each. */
const sampleWithDeeds = 200;
/** So many users of a service are listed, and the sample is drawn from the list. */
const mostListed = 10_000;
/**
 * How long a sample from more users serves (milliseconds): while a rule is edited, what is read of
 * them is in memory, and the rule alone moves the estimate.
 */
const sampleMs = 300_000;
/** Services whose samples a process remembers. */
const mostSamples = 100;

/** How many users a rule may be true of, from some of them. */
export interface SegmentEstimate {
  users: number;
  /** Users of the service, an estimate as well where there are more than ten thousand. */
  total: number;
  /** How many users were asked about. */
  sampled: number;
}

/**
 * Estimates how many users a rule is true of, from at most a thousand of them: within milliseconds,
 * for editors. Refuses as `countRule` does.
 */
export const estimateRule = view({
  action: "segment.read",
  input: ruleOfServiceSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }, { rule }): Promise<SegmentEstimate> =>
    estimateUsers(sql, serviceId, rule, await assertFits(sql, serviceId, rule)),
});

/**
 * Estimates the users of a segment, as {@link estimateRule} does, for lists of segments. Of an
 * attribute that was removed since no user has a value.
 */
export const estimateSegment = view({
  action: "segment.read",
  input: idSchema,
  service: serviceOfSegment,
  run: async ({ sql, serviceId }, { id }): Promise<SegmentEstimate> => {
    const segment = await readSegment(sql, serviceId, id);
    if (!segment) throw new NotFoundError("This segment");
    return estimateUsers(sql, serviceId, segment.rule, await readAttributes(sql, serviceId));
  },
});

async function estimateUsers(
  sql: Sql,
  serviceId: string,
  rule: Rule,
  attributes: Attributes,
): Promise<SegmentEstimate> {
  const hasDeeds = leavesOf(rule).some(({ leaf }) => !isFieldLeaf(leaf));
  const most = hasDeeds ? sampleWithDeeds : sampleUsers;
  const drawn = await drawUsers(sql, serviceId);
  const total = drawn.total;
  const userids = drawn.userids.slice(0, most);
  if (userids.length === 0) return { users: 0, total, sampled: 0 };
  const users = await countAmong(
    sql,
    compileRule(rule, { serviceId, attributes, now: new Date(now()), among: userids }),
  );
  const share = users / userids.length;
  return { users: Math.round(share * total), total, sampled: userids.length };
}

async function countAmong(
  sql: Sql,
  { from, where, matches, values }: ReturnType<typeof compileRule>,
): Promise<number> {
  const [row] = await sql.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM ${from} WHERE ${where} AND ${matches}`,
    values,
  );
  return row?.n ?? 0;
}

interface DrawnUsers {
  userids: string[];
  total: number;
}

const samples = () => once("segment-samples", () => new TtlCache<DrawnUsers>(mostSamples));

/**
 * Draws {@link sampleUsers} of a service at random, in random order, and says how many it has. Of a
 * large service the same for some minutes.
 */
async function drawUsers(sql: Sql, serviceId: string): Promise<DrawnUsers> {
  const existing = samples().get(serviceId);
  if (existing) return existing;
  const listed = await sql.query<{ userid: string; n: number }>(
    `WITH few AS MATERIALIZED (SELECT userid FROM service_user WHERE service_id = $1 LIMIT ${mostListed + 1})
     SELECT f.userid, (SELECT count(*) FROM few)::int AS n FROM few f ORDER BY random() LIMIT ${sampleUsers}`,
    [serviceId],
  );
  const total = listed[0]?.n ?? 0;
  if (total <= mostListed) return { userids: listed.map(({ userid }) => userid), total };
  const drawn = await drawPages(sql, serviceId);
  samples().set(serviceId, drawn, sampleMs);
  return drawn;
}

/** Rows of the service that a sample of pages should have. */
const pageRows = 2_000;

interface PageSample {
  userids: string[];
  /** Rows of the pages, and how many of them are of the service. */
  rows: number;
  own: number;
}

/**
 * Reads some pages of the table, and more of them where few of their rows are of the service, whose
 * share of the table is that of the pages.
 */
async function drawPages(sql: Sql, serviceId: string): Promise<DrawnUsers> {
  const [table] = await sql.query<{ rows: number }>(
    "SELECT greatest(reltuples, relpages * 10, 1)::float8 AS rows FROM pg_class WHERE oid = 'service_user'::regclass",
  );
  const tableRows = table?.rows ?? 1;
  let percent = Math.min(100, (100 * pageRows) / tableRows);
  let sample = await samplePages(sql, { serviceId, percent });
  if (sample.own < sampleUsers && percent < 100) {
    percent = Math.min(100, percent * Math.min(50, pageRows / Math.max(1, sample.own)));
    sample = await samplePages(sql, { serviceId, percent });
  }
  const { userids, rows, own } = sample;
  const total = Math.max(mostListed, Math.round((tableRows * own) / Math.max(1, rows)));
  return { userids, total };
}

async function samplePages(
  sql: Sql,
  { serviceId, percent }: { serviceId: string; percent: number },
): Promise<PageSample> {
  const sample = await sql.query<{ userid: string; rows: number; own: number }>(
    `WITH s AS MATERIALIZED (SELECT u.userid, u.service_id = $1 AS own FROM service_user u TABLESAMPLE SYSTEM ($2::float4) LIMIT 50000)
     SELECT s.userid, (SELECT count(*) FROM s)::int AS rows, (SELECT count(*) FROM s o WHERE o.own)::int AS own FROM s WHERE s.own ORDER BY random() LIMIT ${sampleUsers}`,
    [serviceId, percent],
  );
  const [{ rows, own } = { rows: 0, own: 0 }] = sample;
  return { userids: sample.map(({ userid }) => userid), rows, own };
}
