import { auditFilterSchema, auditPageSchema } from "@/lib/inputs/audit";
import { countRows, pageOf, type PageOf, type SortKey } from "@/lib/verb/page-of";
import { view } from "@/lib/verb/view";
import { detailsOf, type AuditDetail } from "./details";
import {
  filterValues,
  fitting,
  inScope,
  isCut,
  parseSnapshot,
  narrowed,
  readEvents,
  scopeOf,
  sentenceOfRow,
  whoOf,
  type StoredEventRow,
} from "./rows";
import { thingOf } from "./sentence";

/** An event as it is shown. */
export interface AuditRow extends Pick<
  StoredEventRow,
  "id" | "seq" | "email" | "action" | "address" | "hash"
> {
  /** ISO 8601 UTC. */
  at: string;
  who: string;
  /** Follows `who`. */
  sentence: string;
  /** The id of what it was done to. */
  object: string;
  /** The name of the object at that time; "" where the event has none. */
  thing: string;
  details: AuditDetail[];
}

/** A page of the log. */
export interface AuditPage extends PageOf<AuditRow> {
  /** Whether there are more events than are looked through. */
  cut: boolean;
}

/** A person whose actions are in the log. */
export interface AuditPerson {
  id: string;
  name: string;
}

const pageRows = 50;
const byTime: SortKey<StoredEventRow> = {
  of: ({ at }) => String(at.getTime()),
  fits: /^\d{1,14}$/,
};

/**
 * Who did what in a service or, for owners of the installation, beyond services: the newest first,
 * 50 a page, of the time that is asked for.
 */
export const listAuditEvents = view({
  action: "audit.read",
  input: auditPageSchema,
  service: scopeOf,
  run: async ({ sql }, { after, before, ...query }): Promise<AuditPage> => {
    const filter = await narrowed(sql, query);
    const values = filterValues(filter);
    const page = await pageOf(
      { after, before, limit: pageRows },
      byTime,
      (step) => readEvents(sql, filter, step),
      async () => {
        if (!values) return [];
        return sql.query<{ n: number }>(
          filter.installation
            ? countRows(`FROM audit_event e WHERE ${fitting(true)}`)
            : countRows(`FROM audit_event e WHERE ${fitting(false)}`),
          [...values],
        );
      },
    );
    return { ...page, rows: page.rows.map(auditRow), cut: await isCut(sql, filter) };
  },
});

/**
 * Whose doing is in the log of a service, or beyond services: at most 200, looked up one after the
 * other in an index, however long the log is.
 */
export const listAuditPeople = view({
  action: "audit.read",
  input: auditFilterSchema,
  service: scopeOf,
  run: async ({ sql }, { installation, serviceId }): Promise<AuditPerson[]> => {
    const rows = await (installation
      ? sql.query<PersonRow>(people(true), [null])
      : sql.query<PersonRow>(people(false), [serviceId]));
    return rows.map(({ id, kind, ...member }) => ({
      id,
      name: whoOf({ actorKind: kind, ...member }),
    }));
  },
});

interface PersonRow {
  id: string;
  kind: string;
  memberName: string | null;
  email: string | null;
}

const people = (installation: boolean) => `WITH RECURSIVE found AS (
    (SELECT e.actor_id, e.actor_kind FROM audit_event e WHERE ${inScope(installation)} ORDER BY e.actor_id LIMIT 1)
    UNION ALL
    SELECT n.actor_id, n.actor_kind FROM found f CROSS JOIN LATERAL
      (SELECT e.actor_id, e.actor_kind FROM audit_event e WHERE ${inScope(installation)} AND e.actor_id > f.actor_id ORDER BY e.actor_id LIMIT 1) n
  ) SELECT f.actor_id AS id, f.actor_kind AS kind, m.name AS "memberName", m.email
    FROM (SELECT * FROM found LIMIT 200) f LEFT JOIN member m ON f.actor_kind = 'member' AND m.id::text = f.actor_id ORDER BY m.name, f.actor_id`;

function auditRow(row: StoredEventRow): AuditRow {
  const { id, seq, email, action, entityId, address, hash } = row;
  return {
    id,
    seq,
    at: row.at.toISOString(),
    who: whoOf(row),
    email,
    sentence: sentenceOfRow(row),
    action,
    object: entityId,
    thing: thingOf(parseSnapshot(row.snapshot)),
    address,
    details: detailsOf(parseSnapshot(row.snapshot)),
    hash,
  };
}
