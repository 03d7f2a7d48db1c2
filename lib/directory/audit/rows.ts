import type { z } from "zod";
import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { auditGroups, periodDays, type auditFilterSchema } from "@/lib/inputs/audit";
import { isSendable } from "@/lib/interface/text";
import { serviceNamed } from "@/lib/verb/service-of";
import type { Step } from "@/lib/verb/page-of";
import { sentenceOf } from "./sentence";

export type AuditFilter = z.output<typeof auditFilterSchema>;

/** An event as it is kept, with who did it as they are called today. */
export interface KeptRow {
  id: string;
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

/** Values of a filter for the statements here; undefined where nothing kept can fit. */
export function filterValues({ serviceId, installation, person, group, object, within }: AuditFilter) {
  if ([person, object].some((text) => text !== undefined && !isSendable(text)) || (!installation && !isId(serviceId))) return undefined;
  return [
    installation ? null : serviceId,
    person ?? null,
    group ? [...auditGroups[group]] : null,
    object ?? null,
    periodDays(within),
  ] as const;
}

/** Which events are those of the service, or of none. */
export const inScope = (installation: boolean) => (installation ? "e.service_id IS NULL AND $1::uuid IS NULL" : "e.service_id = $1::uuid");
/** Which events fit, of those of the time that is asked for: there is always one, so that a log of any length is read in part. */
export const fitting = (installation: boolean) => `${inScope(installation)} AND e.at >= now() - $5::int * interval '1 day'
  AND ($2::text IS NULL OR e.actor_id = $2) AND ($3::text[] IS NULL OR split_part(e.action, '.', 1) = ANY($3)) AND ($4::text IS NULL OR e.entity_id = $4)`;
const place = "(timestamptz 'epoch' + $6::float8 * interval '1 millisecond', $7::uuid)";
const columns = `e.id, coalesce(e.seq, 0)::float8 AS seq, e.at, e.actor_kind AS "actorKind", e.actor_id AS "actorId", m.name AS "memberName", m.email, e.action,
  e.entity_id AS "entityId", e.address, e.snapshot, coalesce(encode(e.hash, 'hex'), '') AS hash`;
const select = (installation: boolean, back: boolean) =>
  back
    ? `SELECT ${columns} FROM (SELECT * FROM audit_event e WHERE ${fitting(installation)} AND ($6::float8 IS NULL OR (e.at, e.id) > ${place}) ORDER BY e.at, e.id LIMIT $8) e
       LEFT JOIN member m ON e.actor_kind = 'member' AND m.id::text = e.actor_id ORDER BY e.at, e.id`
    : `SELECT ${columns} FROM (SELECT * FROM audit_event e WHERE ${fitting(installation)} AND ($6::float8 IS NULL OR (e.at, e.id) < ${place}) ORDER BY e.at DESC, e.id DESC LIMIT $8) e
       LEFT JOIN member m ON e.actor_kind = 'member' AND m.id::text = e.actor_id ORDER BY e.at DESC, e.id DESC`;

/** Events of a filter, the newest first; those behind a place, or before it, then the oldest first. The place's key is a time in milliseconds. */
export async function readEvents(sql: Sql, filter: AuditFilter, { place: from, back, limit }: Step): Promise<KeptRow[]> {
  const values = filterValues(filter);
  if (!values) return [];
  const given = [...values, from ? Number(from.key) : null, from?.id ?? null, limit] as const;
  return filter.installation
    ? sql.query<KeptRow>(back ? select(true, true) : select(true, false), [...given])
    : sql.query<KeptRow>(back ? select(false, true) : select(false, false), [...given]);
}

/** Who did something, as people call them. */
export function whoOf({ actorKind, memberName, email }: Pick<KeptRow, "actorKind" | "memberName" | "email">): string {
  if (actorKind === "serviceKey") return "A program";
  if (actorKind === "job") return "Clarion";
  return memberName || email || "A former member";
}

/** What an event keeps; nothing where it cannot be read. */
export function keptIn(snapshot: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(snapshot);
    return typeof kept === "object" && kept !== null && !Array.isArray(kept) ? (kept as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** What was done, as it follows whoever did it. */
export function sentenceOfRow({ action, snapshot }: Pick<KeptRow, "action" | "snapshot">): string {
  return sentenceOf(action, keptIn(snapshot));
}
