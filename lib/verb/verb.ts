import type { z } from "zod";
import { assertCan, ForbiddenError } from "@/lib/auth/member";
import { repeatRolledBack } from "@/lib/database/repeat";
import { database, type Sql } from "@/lib/database/sql";
import type { Action } from "@/lib/policy/actions";
import { can, canAnywhere, type Actor } from "@/lib/policy/can";
import { changed } from "@/lib/work/wake";
import { problemsOf } from "./arguments";
import { writeEvent } from "./audit";
import { presentClient } from "./client";
import { NotFoundError, RefusedError } from "./errors";
import type { Audited, EventOf, Exempt } from "./events";

/** Who does it and, where it runs inside another verb's, the transaction. */
export interface Context {
  actor: Actor;
  tx?: Sql;
}

type Find<I> = (
  sql: Sql,
  input: I,
) => Promise<string | null | undefined> | string | null | undefined;
/**
 * Says which service the input concerns: its id, null where it concerns none, undefined where there
 * is no such thing. `missing` makes what is thrown then, and for what is another's, in place of
 * `NotFoundError`.
 */
export type ServiceOf<I> = Find<I> | { find: Find<I>; missing: () => Error };

/** What a verb works with: its transaction, who asked, and the service, in which they may do it. */
export interface Given {
  tx: Sql;
  actor: Actor;
  /** Empty for what concerns no service. */
  serviceId: string;
}

/**
 * What was done: the row that is answered, what it was done to, and what the audit log keeps;
 * `made`, the service that it made, whose event it is then; `shown`, id of what people may have
 * open: their pages are notified once it is committed.
 */
export type Done<A extends Audited | Exempt, R> = { row: R; shown?: string } & (A extends Audited
  ? { entity: string; event: EventOf<A>; made?: string }
  : object);
/** Nothing was to be done, and nothing was written. */
export interface Unchanged<R> {
  unchanged: R;
}

/** A verb: may be called with anything, since it reads its input itself. */
export type Verb<S extends z.ZodType, R> = (context: Context, input: z.input<S>) => Promise<R>;

/**
 * Makes a verb, in the one order that they all have: right → input → transaction { the service, or
 * "not found" → rules → write → audit } → row.
 *
 * @param action what it does; what is not in the catalogue of lib/policy, or neither audited nor
 *   exempt, does not compile
 * @param schema of the input, the constant that the form uses too
 * @param run rules and writes; throws `RefusedError` for what cannot be done. Without an event for
 *   an audited action it does not compile
 * @param after called with the row after the commit: where the verb runs inside another's
 *   transaction, after that one's. Not called when it is rolled back
 *
 * A transaction that the database rolls back in favour of another one runs again, so that `run` may
 * run several times.
 *
 * The verb throws `ForbiddenError`, `RefusedError` (pointers into the input), `NotFoundError`.
 */
export function verb<A extends Audited | Exempt, S extends z.ZodType, R>(
  action: A,
  schema: S,
  serviceOf: ServiceOf<z.output<S>>,
  run: (given: Given, input: z.output<S>) => Promise<Done<A, R> | Unchanged<R>>,
  after?: (row: R, serviceId: string) => void,
): Verb<S, R> {
  return async (context, given) => {
    const { actor } = context;
    const address = presentClient();
    const input = read(actor, action, schema, given);
    const inTransaction = async (tx: Sql): Promise<R> => {
      const inside = await within(tx, actor, action, serviceOf, input);
      const serviceId = inside ?? "";
      const result = await run({ tx, actor, serviceId }, input);
      if ("event" in result) {
        const { entity, event: payload, made = inside } = result;
        await writeEvent(tx, {
          actor,
          action: action as Audited,
          serviceId: made,
          entity,
          payload,
          address,
        });
      }
      const shown = "shown" in result ? result.shown : undefined;
      if (shown !== undefined) tx.afterCommit(() => changed({ transid: shown, serviceId }));
      const row = "unchanged" in result ? result.unchanged : result.row;
      if (after) tx.afterCommit(() => after(row, serviceId));
      return row;
    };
    return context.tx
      ? inTransaction(context.tx)
      : repeatRolledBack(() => database().transaction(inTransaction));
  };
}

/**
 * What a verb in steps works with: it makes its own transactions, and writes its event in the one
 * that counts.
 */
export interface GivenSteps<A extends Audited> {
  actor: Actor;
  serviceId: string;
  /** `inside`: the service whose event it is, where the input names none. */
  audit: (tx: Sql, entity: string, event: EventOf<A>, inside?: string) => Promise<void>;
}

/**
 * A verb that cannot be one transaction, because it waits for the network or for what is accepted
 * in groups. Otherwise as {@link verb}. Throws when it ends well and has written no event, unless
 * it says `unchanged`.
 */
export function verbInSteps<A extends Audited, S extends z.ZodType, R>(
  action: A,
  schema: S,
  serviceOf: ServiceOf<z.output<S>>,
  run: (given: GivenSteps<A>, input: z.output<S>) => Promise<{ row: R } | Unchanged<R>>,
): Verb<S, R> {
  return async ({ actor, tx }, given) => {
    if (tx) throw new Error(`${action} makes its own transactions.`);
    // Asked now: what is done in groups may be done for somebody else as well.
    const address = presentClient();
    const input = read(actor, action, schema, given);
    const serviceId = await within(database(), actor, action, serviceOf, input);
    let written = false;
    const audit = async (inner: Sql, entity: string, payload: EventOf<A>, inside = serviceId) => {
      await writeEvent(inner, { actor, action, serviceId: inside, entity, payload, address });
      written = true;
    };
    const result = await run({ actor, serviceId: serviceId ?? "", audit }, input);
    if ("unchanged" in result) return result.unchanged;
    if (!written) throw new Error(`${action} was done and not audited.`);
    return result.row;
  };
}

/**
 * Checks the right anywhere, then the input. An actor without the right gets that error, and not
 * the problems of the input.
 */
export function read<S extends z.ZodType>(
  actor: Actor,
  action: Action,
  schema: S,
  given: unknown,
): z.output<S> {
  const anywhere = canAnywhere(actor, action);
  if (!anywhere.ok) throw new ForbiddenError(anywhere.reason);
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw new RefusedError(...problemsOf(parsed.error));
  return parsed.data;
}

/**
 * The service of the input, in which the actor may do it. What lies in a service that they are not
 * in is not found.
 */
export async function within<I>(
  sql: Sql,
  actor: Actor,
  action: Action,
  serviceOf: ServiceOf<I>,
  input: I,
): Promise<string | null> {
  const { find, missing } =
    typeof serviceOf === "function"
      ? { find: serviceOf, missing: () => new NotFoundError() }
      : serviceOf;
  const serviceId = await find(sql, input);
  if (serviceId === undefined || (serviceId !== null && !isIn(actor, serviceId))) throw missing();
  assertCan(actor, action, serviceId);
  return serviceId;
}

function isIn(actor: Actor, serviceId: string): boolean {
  if (actor.kind === "serviceKey") return actor.serviceId === serviceId;
  return actor.kind === "job" || can(actor, "service.view", serviceId).ok;
}
