import type { z } from "zod";
import { assertCan, ForbiddenError } from "@/lib/auth/member";
import { repeatRolledBack } from "@/lib/database/repeat";
import { database, type Sql } from "@/lib/database/sql";
import type { Action, AuditedAction, EventOf, Exempt } from "@/lib/policy/actions";
import { can, canAnywhere, type Actor } from "@/lib/policy/can";
import { changed } from "@/lib/work/wake";
import { inputProblems } from "./arguments";
import { writeEvent } from "./audit";
import { presentClient } from "./client";
import { NotFoundError, RefusedError } from "./errors";

/** Who does it and, where it runs inside another verb's, the transaction. */
export interface Context {
  actor: Actor;
  tx?: Sql;
}

/** The id of a service; null for what concerns none; undefined where there is no such thing. */
type ServiceId = string | null | undefined;
type Find<I> = (sql: Sql, input: I) => Promise<ServiceId> | ServiceId;
/**
 * Finds the service that the input concerns. `missing` makes the error for a thing that does not
 * exist or belongs to another service, in place of `NotFoundError`.
 */
export type ServiceOf<I> = Find<I> | { find: Find<I>; missing: () => Error };
/** The id that `F` finds: a string, or null where the action concerns no service. */
export type FoundBy<F> = F extends { find: infer G }
  ? FoundBy<G>
  : F extends (...args: never[]) => infer Id
    ? Exclude<Awaited<Id>, undefined>
    : never;

/** What a verb works with: its transaction, the actor, and the service in which they may do it. */
export interface VerbScope<Id = string> {
  tx: Sql;
  actor: Actor;
  serviceId: Id;
}

/**
 * The outcome of a verb: the row that it returns, the id of its object, and the payload of the
 * event in the audit log. `createdServiceId`: the service that it created, to which the event
 * belongs. `changedId`: the id of what people may have open; their pages are notified after the
 * commit.
 */
export type VerbOutcome<A extends AuditedAction | Exempt, R> = {
  row: R;
  changedId?: string;
} & (A extends AuditedAction
  ? { entity: string; event: EventOf<A>; createdServiceId?: string }
  : object);
/** Nothing was to be done, and nothing was written. */
export interface NoChange<R> {
  unchanged: R;
}

/** A verb: may be called with anything, since it reads its input itself. */
export type Verb<S extends z.ZodType, R> = (context: Context, input: z.input<S>) => Promise<R>;

/** Definition of a verb. */
export interface VerbDefinition<
  A extends AuditedAction | Exempt,
  S extends z.ZodType,
  F extends ServiceOf<z.output<S>>,
  R,
> {
  /**
   * The right, and the name of the event. An action that is neither audited nor exempt does not
   * compile.
   */
  action: A;
  /** Schema of the input, the constant that the form uses too. */
  input: S;
  service: F;
  /**
   * Checks the rules and writes. Throws `RefusedError` for what cannot be done. Without an event
   * for an audited action it does not compile. May run several times: a transaction that the
   * database rolls back in favour of another one runs again.
   */
  run: (
    scope: VerbScope<FoundBy<F>>,
    input: z.output<S>,
  ) => Promise<VerbOutcome<A, R> | NoChange<R>>;
  /**
   * Called with the row after the commit; where the verb runs inside another's transaction, after
   * that one's. Not called when it is rolled back.
   */
  after?: (row: R, serviceId: FoundBy<F>) => void;
}

/**
 * Makes a verb, in the one order that they all have: right → input → transaction { the service, or
 * "not found" → rules → write → audit } → row.
 *
 * The verb throws `ForbiddenError`, `RefusedError` (pointers into the input), `NotFoundError`.
 */
export function verb<
  A extends AuditedAction | Exempt,
  S extends z.ZodType,
  F extends ServiceOf<z.output<S>>,
  R,
>({ action, input: schema, service, run, after }: VerbDefinition<A, S, F, R>): Verb<S, R> {
  return async (context, unread) => {
    const { actor } = context;
    const address = presentClient();
    const input = read(actor, action, schema, unread);
    const inTransaction = async (tx: Sql): Promise<R> => {
      const serviceId = await within(tx, actor, action, service, input);
      const result = await run({ tx, actor, serviceId }, input);
      if ("event" in result) {
        const { entity, event: payload, createdServiceId = serviceId } = result;
        const audited = action as AuditedAction;
        const event = {
          actor,
          action: audited,
          serviceId: createdServiceId,
          entity,
          payload,
          address,
        };
        await writeEvent(tx, event);
      }
      const changedId = "changedId" in result ? result.changedId : undefined;
      if (changedId !== undefined)
        tx.afterCommit(() => changed({ transid: changedId, serviceId: serviceId ?? "" }));
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
export interface StepsScope<A extends AuditedAction | Exempt, Id = string> {
  actor: Actor;
  serviceId: Id;
  /** `inside`: the service whose event it is, where the input names none. */
  audit: (
    tx: Sql,
    entity: string,
    event: A extends AuditedAction ? EventOf<A> : never,
    inside?: string,
  ) => Promise<void>;
}

/** Definition of a verb in steps; as {@link VerbDefinition}. */
interface StepsDefinition<
  A extends AuditedAction | Exempt,
  S extends z.ZodType,
  F extends ServiceOf<z.output<S>>,
  R,
> {
  action: A;
  input: S;
  service: F;
  run: (scope: StepsScope<A, FoundBy<F>>, input: z.output<S>) => Promise<{ row: R } | NoChange<R>>;
}

/**
 * Makes a verb that cannot be one transaction, because it waits for the network or for what is
 * accepted in groups. Otherwise as {@link verb}. Throws when it ends well and has written no event,
 * unless it says `unchanged`.
 */
export function verbInSteps<
  A extends AuditedAction | Exempt,
  S extends z.ZodType,
  F extends ServiceOf<z.output<S>>,
  R,
>({ action, input: schema, service, run }: StepsDefinition<A, S, F, R>): Verb<S, R> {
  return async ({ actor, tx }, unread) => {
    if (tx) throw new Error(`${action} makes its own transactions.`);
    // Read now: messages that are accepted in groups may be accepted for another client.
    const address = presentClient();
    const input = read(actor, action, schema, unread);
    const serviceId = await within(database(), actor, action, service, input);
    let audited = false;
    const audit: StepsScope<A>["audit"] = async (inner, entity, payload, inside) => {
      const event = {
        actor,
        action: action as AuditedAction,
        serviceId: inside ?? serviceId,
        entity,
      };
      await writeEvent(inner, { ...event, payload, address });
      audited = true;
    };
    const result = await run({ actor, serviceId, audit }, input);
    if ("unchanged" in result) return result.unchanged;
    if (!audited) throw new Error(`${action} was done and not audited.`);
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
  unread: unknown,
): z.output<S> {
  const anywhere = canAnywhere(actor, action);
  if (!anywhere.ok) throw new ForbiddenError(anywhere.reason);
  const parsed = schema.safeParse(unread);
  if (!parsed.success) throw new RefusedError(...inputProblems(parsed.error));
  return parsed.data;
}

/**
 * The service of the input, in which the actor may do it. What lies in a service that they are not
 * in is not found.
 */
export async function within<I, F extends ServiceOf<I>>(
  sql: Sql,
  actor: Actor,
  action: Action,
  service: F,
  input: I,
): Promise<FoundBy<F>> {
  const { find, missing } =
    typeof service === "function" ? { find: service, missing: () => new NotFoundError() } : service;
  const serviceId = await find(sql, input);
  if (serviceId === undefined || (serviceId !== null && !isIn(actor, serviceId))) throw missing();
  assertCan(actor, action, serviceId);
  return serviceId as FoundBy<F>;
}

function isIn(actor: Actor, serviceId: string): boolean {
  if (actor.kind === "serviceKey") return actor.serviceId === serviceId;
  return actor.kind === "job" || can(actor, "service.view", serviceId).ok;
}
