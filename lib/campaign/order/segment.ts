import { createHash } from "node:crypto";
import type { SegmentChoice } from "@/lib/compose/reach";
import { isId } from "@/lib/database/id";
import { repeatedTransaction } from "@/lib/database/repeat";
import { database, type Sql } from "@/lib/database/sql";
import { isStatementError } from "@/lib/database/statement-error";
import { openAudience } from "@/lib/directory/audience/list";
import type { OpenAudience } from "@/lib/directory/audience/rows";
import { readSegment } from "@/lib/directory/segment/open";
import { idsOf } from "@/lib/directory/segment/rows";
import { boundRule, canceled } from "@/lib/directory/segment/statement";
import { readAttributes, type Attributes } from "@/lib/directory/user/attributes";
import { canonicalJson } from "@/lib/interface/canonical-json";
import { columnFor, type ValueChoices } from "@/lib/plan/own-values";
import { now } from "@/lib/runtime/clock";
import { once } from "@/lib/runtime/once";
import { attributeFaults } from "@/lib/segment/attributes";
import { compileRule } from "@/lib/segment/compile";
import { leavesOf, type Rule } from "@/lib/segment/rule";
import { lastWriter } from "@/lib/verb/assert-current";
import { ConflictError, rejectInput, RefusedError } from "@/lib/verb/errors";
import { sharedSnapshot, storeSnapshot, type SnapshotRows } from "./snapshot";

/** A segment with the rule that an order was counted or confirmed by. */
export interface OrderedSegment extends SegmentChoice {
  name: string;
  revision: number;
  rule: Rule;
}

/** Column of a statement whose row `o` is an order: its segment; null where it goes to none. */
export const orderedSegment = `CASE WHEN o.segment_id IS NOT NULL THEN jsonb_build_object('id', o.segment_id, 'name', o.segment_name, 'revision', o.segment_revision,
   'rule', o.segment_rule, 'evaluation', o.segment_evaluation) END AS segment`;

/** The segment of an order was removed, or belongs to another service. */
export class SegmentRemovedError extends RefusedError {
  constructor() {
    super({
      pointer: "",
      message: "The segment was removed, or belongs to another service. Choose another one.",
    });
  }
}

/** What a segment is evaluated for. */
interface SegmentUse extends Pick<ValueChoices, "columns"> {
  /** Names that a message has values for: each takes those of one attribute. */
  parameters: readonly string[];
  /** The order that a snapshot with `evaluation` "confirmation" belongs to. */
  orderId?: string | undefined;
}

/** Who is in a segment, and by which rule. */
interface EvaluatedSegment {
  audience: OpenAudience;
  segment: OrderedSegment;
}

/** How long one statement may take to evaluate a segment, for 2,000,000 users. */
const mostSeconds = 180;
const actor = { kind: "job", name: "segments" } as const;

/**
 * Evaluates a segment and returns its users as a list of their own. One that comes with its rule is
 * evaluated again, for its order; else some minutes are shared, so that those who were counted are
 * those who are confirmed. Throws `RefusedError` for one that was removed, whose rule names what is
 * gone, or that has no user or too many. The caller has checked the access to the service.
 */
export async function evaluateSegment(
  serviceId: string,
  choice: SegmentChoice | OrderedSegment,
  use: SegmentUse,
): Promise<EvaluatedSegment> {
  const isFrozen = "rule" in choice;
  const segment = isFrozen ? choice : await openSegment(serviceId, choice);
  const attributes = await readAttributes(database(), serviceId);
  await assertWhole(database(), serviceId, segment, attributes);
  const names = [...attributes.keys()].toSorted();
  const columns = columnsOf(use, names);
  const key = keyOf(segment.rule, attributes);
  const isOrdered = isFrozen || segment.evaluation === "confirmation";
  const orderId = isOrdered ? (use.orderId ?? null) : null;
  const rows = usersIn(serviceId, segment.rule, attributes, columns);
  const fill = () =>
    inTimeOrRefused(segment.name, async (tx) => {
      // Two who count the same wait for one another.
      await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [
        `snapshot ${serviceId} ${key}`,
      ]);
      const shared = isFrozen
        ? undefined
        : await sharedSnapshot(tx, { serviceId, key, columns, orderId });
      if (shared !== undefined) return shared;
      // A rule that takes minutes is given up.
      await boundRule(tx, mostSeconds);
      const { name, revision } = segment;
      const parts = { serviceId, name, revision, parameters: names, columns, key, orderId, rows };
      return storeSnapshot(tx, parts);
    });
  const id = await (isFrozen ? fill() : inPlace(fill));
  const audience = await openAudience({ actor }, { id });
  if (audience.recipients === 0)
    rejectInput(
      `No user is in the segment “${segment.name}” now. Choose another one, or change its rule.`,
    );
  // A snapshot that is shared may be older than the name of its segment.
  return { audience: { ...audience, name: segment.name }, segment };
}

/** Snapshots that a process fills at once for composers: each needs a connection. */
const mostAtOnce = 2;
const places = () =>
  once("segment-snapshots", () => ({ filling: 0, waiting: [] as (() => void)[] }));

/** Waits for a place, before it takes a connection. */
async function inPlace<T>(run: () => Promise<T>): Promise<T> {
  const state = places();
  if (state.filling >= mostAtOnce)
    await new Promise<void>((resolve) => state.waiting.push(resolve));
  else state.filling += 1;
  try {
    return await run();
  } finally {
    // The place goes to the next one, or is free.
    const next = state.waiting.shift();
    if (next) next();
    else state.filling -= 1;
  }
}

/** Runs a transaction, and refuses a segment whose rule takes too long. */
async function inTimeOrRefused(name: string, run: (tx: Sql) => Promise<string>): Promise<string> {
  try {
    return await repeatedTransaction(run);
  } catch (error) {
    if (!isStatementError(error) || error.code !== canceled) throw error;
    return rejectInput(`The segment “${name}” takes too long to evaluate. Simplify its rule.`);
  }
}

async function openSegment(
  serviceId: string,
  { id, evaluation }: SegmentChoice,
): Promise<OrderedSegment> {
  const stored = isId(id) ? await readSegment(database(), serviceId, id) : undefined;
  if (!stored) throw new SegmentRemovedError();
  const { name, revision, rule } = stored;
  return { id, evaluation, name, revision, rule };
}

/**
 * Refuses a rule that names an attribute or a list that is gone: it would have other users than its
 * author intended.
 */
async function assertWhole(
  sql: Sql,
  serviceId: string,
  { name, rule }: OrderedSegment,
  attributes: Attributes,
): Promise<void> {
  const [fault] = attributeFaults(rule, attributes);
  if (fault) rejectInput(`The rule of the segment “${name}” cannot be evaluated: ${fault.message}`);
  const lists = listsIn(rule);
  if (lists.length === 0) return;
  const rows = await sql.query(
    "SELECT 1 FROM audience WHERE id = ANY($1::uuid[]) AND service_id = $2 AND ready_at IS NOT NULL AND removed_at IS NULL",
    [lists, serviceId],
  );
  if (rows.length < lists.length)
    rejectInput(
      `The rule of the segment “${name}” names a list that was removed. Change the rule, or choose another segment.`,
    );
}

/** The ids of the lists that a rule names, each once. */
function listsIn(rule: Rule): string[] {
  const ids = leavesOf(rule).flatMap(({ leaf }) => idsOf(leaf, "list"));
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}

/** The attributes that values come from, in one order. */
function columnsOf({ parameters, columns }: SegmentUse, names: readonly string[]): string[] {
  const sources = parameters.map((parameter) => columnFor(parameter, names, { columns }));
  return [...new Set(sources)].filter((source) => names.includes(source)).toSorted();
}

/** By what a snapshot is found: the rule, and the attributes as they are numbered now. */
function keyOf(rule: Rule, attributes: Attributes): string {
  const keys = [...attributes].map(([name, { key }]) => `${name} ${key}`);
  return createHash("sha256")
    .update(canonicalJson([rule, keys.toSorted()]))
    .digest("hex");
}

/**
 * The users of a service whom a rule selects, with their values of some attributes as text. Those
 * with the same values are neighbours: a request has one set of values, so that fewer are needed.
 */
function usersIn(
  serviceId: string,
  rule: Rule,
  attributes: Attributes,
  columns: readonly string[],
): SnapshotRows {
  const { from, where, matches, values } = compileRule(rule, {
    serviceId,
    attributes,
    now: new Date(now()),
  });
  const own = values.length;
  const parameters = `(SELECT coalesce(jsonb_object_agg(n.name, u.attributes ->> n.key), '{}') FROM unnest($${own + 1}::text[], $${own + 2}::text[]) AS n(name, key) WHERE u.attributes ? n.key)`;
  return {
    select: `SELECT 'userid' AS destination_type, u.userid AS destination, ${columns.length === 0 ? "'{}'::jsonb" : parameters} AS parameters, u.id AS user_id
      FROM ${from} WHERE ${where} AND ${matches}`,
    values:
      columns.length === 0
        ? values
        : [...values, columns, columns.map((name) => String(attributes.get(name)?.key))],
    orderBy: columns.length === 0 ? "user_id" : "parameters, user_id",
  };
}

/** Locks the segment of an order against changes until the end of the transaction. */
export async function lockSegment(tx: Sql, id: string): Promise<void> {
  await tx.query("SELECT 1 FROM segment WHERE id = $1 FOR SHARE", [id]);
}

/** Throws `ConflictError` for a segment that has another revision, or was removed. */
export async function assertSegmentIs(
  sql: Sql,
  id: string,
  revision: number | null,
): Promise<void> {
  const [row] = await sql.query<{ revision: number; serviceId: string }>(
    `SELECT revision, service_id AS "serviceId" FROM segment WHERE id = $1`,
    [id],
  );
  if (row?.revision === revision) return;
  if (!row) throw new SegmentRemovedError();
  const editor = await lastWriter(sql, {
    actions: ["segment.change"],
    serviceId: row.serviceId,
    entity: id,
  });
  const message =
    "The segment was changed in the meantime. Check its number of users, then try again.";
  throw new ConflictError(
    { revision: row.revision, ...editor, theirs: {} },
    { pointer: "", message },
  );
}
