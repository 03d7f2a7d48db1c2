import { expect } from "vitest";
import type { z } from "zod";
import { ForbiddenError } from "@/lib/auth/member";
import { testMember, testOwner } from "@/lib/auth/testing";
import type { Database, Sql } from "@/lib/database/sql";
import { actions, type Action, type AuditedAction } from "@/lib/policy/actions";
import { can, type Actor } from "@/lib/policy/can";
import { roles, scopes } from "@/lib/policy/roles";
import { NotFoundError } from "./errors";
import type { Verb } from "./verb";

/** An event as the audit log keeps it. */
export interface StoredEvent {
  action: string;
  actorKind: string;
  actorId: string;
  entityId: string;
  snapshot: unknown;
}

/**
 * The events of a service, or wherever they belong with null, in their order: all of them, or those
 * of one action. For tests.
 */
export async function eventsOf(
  sql: Sql,
  serviceId: string | null,
  action?: AuditedAction,
): Promise<StoredEvent[]> {
  const rows = await sql.query<Omit<StoredEvent, "snapshot"> & { snapshot: string }>(
    `SELECT action, actor_kind AS "actorKind", actor_id AS "actorId", entity_id AS "entityId", snapshot FROM audit_event
     WHERE ($1::uuid IS NULL OR service_id = $1::uuid) AND ($2::text IS NULL OR action = $2) ORDER BY id`,
    [serviceId, action ?? null],
  );
  return rows.map((row) => ({ ...row, snapshot: JSON.parse(row.snapshot) as unknown }));
}

/** What a verb did: what it answered or threw, and the events that it wrote. */
export interface VerbTrial {
  answer?: unknown;
  error?: unknown;
  events: StoredEvent[];
}

class UndoneError extends Error {}

/** Tries a verb and undoes what it did, so that the next one finds the same. For tests. */
export async function tried<S extends z.ZodType>(
  database: Database,
  verb: Verb<S, unknown>,
  actor: Actor,
  input: z.input<S>,
  serviceId: string | null,
): Promise<VerbTrial> {
  const before = (await eventsOf(database, serviceId)).length;
  let done: VerbTrial = { events: [] };
  const undone = database.transaction(async (tx) => {
    try {
      const answer = await verb({ actor, tx }, input);
      done = { answer, events: (await eventsOf(tx, serviceId)).slice(before) };
    } catch (error) {
      done = { error, events: [] };
    }
    throw new UndoneError("undone");
  });
  await expect(undone).rejects.toThrow(UndoneError);
  return done;
}

/** What came of a try, in words: what stood in the way, or who is said to have done what. */
function outcomeOf({ error, events }: VerbTrial, action: Action): unknown {
  if (error instanceof ForbiddenError) return "no right";
  if (error instanceof NotFoundError) return "not found";
  return (
    error ??
    events
      .filter((event) => event.action === action)
      .map(({ actorKind, actorId }) => `${actorKind} ${actorId}`)
  );
}

/**
 * Expects of a verb that it succeeds for an actor with the right in the service, with one event of
 * theirs, is refused to all others there, and finds nothing for those who are strong in another
 * service alone. For tests.
 *
 * @param at the service of the input, null for none, and another one
 */
export async function expectRights<S extends z.ZodType>(
  database: Database,
  action: Action,
  verb: Verb<S, unknown>,
  input: z.input<S>,
  { own, foreign, right = action }: { own: string | null; foreign: string; right?: Action },
): Promise<void> {
  const members = roles.map((role) => testMember({ [own ?? foreign]: { role, maySend: false } }));
  const people: { who: string; actor: Actor; id: string }[] = [
    ...[...members, testOwner()].map((actor, n) => ({
      who: roles[n] ?? "owner of the installation",
      actor,
      id: `member ${actor.id}`,
    })),
    { who: "job", actor: { kind: "job", name: "test" }, id: "job test" },
  ];
  const outcomes: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const { who, actor, id } of people) {
    outcomes[who] = outcomeOf(await tried(database, verb, actor, input, own), action);
    expected[who] = !can(actor, right, own).ok
      ? "no right"
      : "unaudited" in actions[action]
        ? []
        : [id];
  }
  if (own !== null) {
    const stranger = testMember({ [foreign]: { role: "owner" } });
    outcomes["stranger"] = outcomeOf(await tried(database, verb, stranger, input, own), action);
    expected["stranger"] = "not found";
    const key: Actor = { kind: "serviceKey", serviceId: foreign, scopes };
    outcomes["another's key"] = outcomeOf(await tried(database, verb, key, input, own), action);
    expected["another's key"] = can(key, action, foreign).ok ? "not found" : "no right";
  }
  expect(outcomes).toEqual(expected);
}
