import type { z } from "zod";
import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { auditGroups, periodDays, type auditFilterSchema } from "@/lib/inputs/audit";
import { providerKinds } from "@/lib/interface/device-kinds";
import { isSendable } from "@/lib/interface/text";
import { jsonIn, membersOf } from "@/lib/interface/value-shape";
import type { Step } from "@/lib/verb/page-of";
import { serviceNamed } from "@/lib/verb/service-of";
import { sentenceOf } from "./sentence";

/**
 * A text is looked for in so many of the newest events of the time that is asked for, which a log
 * of any length answers quickly.
 */
export const mostSearched = 50_000;

export type AuditFilter = z.output<typeof auditFilterSchema>;

/** A stored event, with the present name and address of its actor. */
export interface StoredEventRow {
  id: string;
  /** Its place in the chain. */
  seq: number;
  at: Date;
  actorKind: string;
  actorId: string;
  memberName: string | null;
  email: string | null;
  action: string;
  entityId: string;
  address: string | null;
  snapshot: string;
  hash: string;
}

/** The service that is asked about; null for the installation. */
export function scopeOf(sql: Sql, input: AuditFilter): Promise<string | undefined> | null {
  return input.installation ? null : serviceNamed(sql, input);
}

/** Returns the values of a filter for the statements here; undefined if no event can match it. */
export function filterValues({
  serviceId,
  installation,
  person,
  group,
  object,
  within,
  text,
}: AuditFilter) {
  if (
    [person, object, text].some((text) => text !== undefined && !isSendable(text)) ||
    (!installation && !isId(serviceId))
  )
    return undefined;
  return [
    installation ? null : serviceId,
    person ?? null,
    group ? [...auditGroups[group]] : null,
    object === undefined
      ? null
      : [object, ...providerKinds.map((provider) => `${object}:${provider}`)],
    periodDays(within),
    text || null,
    // As the JSON of an event writes it.
    text ? JSON.stringify(text).slice(1, -1) : null,
  ] as const;
}

/** Which events are those of the service, or of none. */
export const inScope = (installation: boolean) =>
  installation ? "e.service_id IS NULL AND $1::uuid IS NULL" : "e.service_id = $1::uuid";
/** When the oldest event was that a text is looked for in; null where the log has fewer. */
const oldestSearched = (installation: boolean) =>
  `(SELECT e.at FROM audit_event e WHERE ${inScope(installation)} AND e.at >= now() - $5::int * interval '1 day'
    ORDER BY e.at DESC, e.id DESC OFFSET ${mostSearched} LIMIT 1)`;
/** Values alone are searched: every event has the same names of members. */
const searched = (
  installation: boolean,
) => `($6::text IS NULL OR e.at > coalesce(${oldestSearched(installation)}, '-infinity') AND (
    e.entity_id = $6 OR strpos(lower(e.action), lower($6)) > 0
    OR e.actor_kind = 'member' AND e.actor_id IN (SELECT m.id::text FROM member m WHERE strpos(lower(m.name || ' ' || m.email), lower($6)) > 0)
    OR strpos(lower(e.snapshot), lower($7)) > 0 AND strpos(lower(regexp_replace(e.snapshot, '"[A-Za-z]+":', '', 'g')), lower($7)) > 0))`;
/**
 * Which events fit, of those of the time that is asked for: there is always one, so that a log of
 * any length is read in part.
 */
export const fitting = (
  installation: boolean,
) => `${inScope(installation)} AND e.at >= now() - $5::int * interval '1 day'
  AND ($2::text IS NULL OR e.actor_id = $2) AND ($3::text[] IS NULL OR split_part(e.action, '.', 1) = ANY($3)) AND ($4::text[] IS NULL OR e.entity_id = ANY($4))
  AND ${searched(installation)}`;
const place = "(timestamptz 'epoch' + $8::float8 * interval '1 millisecond', $9::uuid)";
const columns = `e.id, coalesce(e.seq, 0)::float8 AS seq, e.at, e.actor_kind AS "actorKind", e.actor_id AS "actorId", m.name AS "memberName", m.email, e.action,
  e.entity_id AS "entityId", e.address, e.snapshot, coalesce(encode(e.hash, 'hex'), '') AS hash`;
const select = (installation: boolean, back: boolean) =>
  back
    ? `SELECT ${columns} FROM (SELECT * FROM audit_event e WHERE ${fitting(installation)} AND ($8::float8 IS NULL OR (e.at, e.id) > ${place}) ORDER BY e.at, e.id LIMIT $10) e
       LEFT JOIN member m ON e.actor_kind = 'member' AND m.id::text = e.actor_id ORDER BY e.at, e.id`
    : `SELECT ${columns} FROM (SELECT * FROM audit_event e WHERE ${fitting(installation)} AND ($8::float8 IS NULL OR (e.at, e.id) < ${place}) ORDER BY e.at DESC, e.id DESC LIMIT $10) e
       LEFT JOIN member m ON e.actor_kind = 'member' AND m.id::text = e.actor_id ORDER BY e.at DESC, e.id DESC`;

/**
 * The filter itself; of a text that is the whole id of an object, the history of that object in the
 * time that is asked for, however many events are newer.
 */
export async function narrowed<F extends AuditFilter>(sql: Sql, filter: F): Promise<F> {
  const { text, object, installation, serviceId } = filter;
  if (!text || object !== undefined || !isSendable(text) || (!installation && !isId(serviceId)))
    return filter;
  const objectEvents = await (installation
    ? sql.query<{ isObject: boolean }>(hasObject(true), [null, text])
    : sql.query<{ isObject: boolean }>(hasObject(false), [serviceId, text]));
  return objectEvents.length > 0 ? { ...filter, text: undefined, object: text } : filter;
}
const hasObject = (installation: boolean) =>
  `SELECT true AS "isObject" FROM audit_event e WHERE ${inScope(installation)} AND e.entity_id = $2 LIMIT 1`;

/** Whether the log has more events of the time that is asked for than a text is looked for in. */
export async function isCut(
  sql: Sql,
  { text, installation, serviceId, within }: AuditFilter,
): Promise<boolean> {
  if (!text || (!installation && !isId(serviceId))) return false;
  const rows = await (installation
    ? sql.query<{ more: boolean }>(moreThanSearched(true), [null, periodDays(within)])
    : sql.query<{ more: boolean }>(moreThanSearched(false), [serviceId, periodDays(within)]));
  return rows.length > 0;
}
const moreThanSearched = (installation: boolean) =>
  `SELECT true AS more FROM audit_event e WHERE ${inScope(installation)} AND e.at >= now() - $2::int * interval '1 day'
   ORDER BY e.at DESC, e.id DESC OFFSET ${mostSearched} LIMIT 1`;

/**
 * Events of a filter, the newest first; those behind a place, or before it, then the oldest first.
 * The place's key is a time in milliseconds.
 */
export async function readEvents(
  sql: Sql,
  filter: AuditFilter,
  { place: from, back, limit }: Step,
): Promise<StoredEventRow[]> {
  const values = filterValues(filter);
  if (!values) return [];
  const parameters = [...values, from ? Number(from.key) : null, from?.id ?? null, limit] as const;
  return filter.installation
    ? sql.query<StoredEventRow>(back ? select(true, true) : select(true, false), [...parameters])
    : sql.query<StoredEventRow>(back ? select(false, true) : select(false, false), [...parameters]);
}

/** Who did something, as people call them. */
export function whoOf({
  actorKind,
  memberName,
  email,
}: Pick<StoredEventRow, "actorKind" | "memberName" | "email">): string {
  if (actorKind === "serviceKey") return "A program";
  if (actorKind === "job") return "Clarion";
  return memberName || email || "A former member";
}

/** Returns the members of a stored snapshot; none where it cannot be read. */
export function parseSnapshot(snapshot: string): Record<string, unknown> {
  return membersOf(jsonIn(snapshot));
}

/** What was done, as it follows the name of the actor. */
export function sentenceOfRow({
  action,
  snapshot,
}: Pick<StoredEventRow, "action" | "snapshot">): string {
  return sentenceOf(action, parseSnapshot(snapshot));
}
