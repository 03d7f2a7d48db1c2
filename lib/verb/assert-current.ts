import type { Sql } from "@/lib/database/sql";
import { writerName, type Conflict } from "@/lib/inputs/answer";
import type { AuditedAction } from "@/lib/policy/actions";
import { ConflictError } from "./errors";

interface RevisionCheck {
  /**
   * The revision that the form was filled from; undefined for programs, which replace any revision.
   */
  expected: number | undefined;
  /** What is stored: its row is locked. */
  revision: number;
  /** Actions that write it: the last event of one of them says who stored it. */
  actions: readonly AuditedAction[];
  serviceId: string;
  entity: string;
  theirs: Conflict["theirs"];
}

/** Throws `ConflictError` where a form was filled from another revision than the stored one. */
export async function assertCurrent(
  tx: Sql,
  { expected, revision, actions, serviceId, entity, theirs }: RevisionCheck,
): Promise<void> {
  if (expected === undefined || expected === revision) return;
  throw new ConflictError({
    revision,
    ...(await lastWriter(tx, { actions, serviceId, entity })),
    theirs,
  });
}

/**
 * Who did something last, by the audit log, and when; another member at an unknown time where the
 * log has no such event.
 */
export async function lastWriter(
  sql: Sql,
  { actions, serviceId, entity }: Pick<RevisionCheck, "actions" | "serviceId" | "entity">,
): Promise<Pick<Conflict, "by" | "at">> {
  const [last] = await sql.query<{ name: string | null; actorKind: string; at: Date }>(
    `SELECT m.name, e.actor_kind AS "actorKind", e.at FROM audit_event e LEFT JOIN member m ON e.actor_kind = 'member' AND m.id::text = e.actor_id
     WHERE e.service_id = $1 AND e.entity_id = $2 AND e.action = ANY($3::text[]) ORDER BY e.at DESC, e.id DESC LIMIT 1`,
    [serviceId, entity, actions],
  );
  return {
    by: writerName(last?.name, (last?.actorKind ?? "member") === "member"),
    at: last?.at.toISOString() ?? null,
  };
}
