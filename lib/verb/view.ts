import type { z } from "zod";
import { database, type Sql } from "@/lib/database/sql";
import type { Action } from "@/lib/policy/actions";
import type { Actor } from "@/lib/policy/can";
import { read, within, type FoundBy, type ServiceOf, type Verb } from "./verb";

/** What a view reads with. */
export interface ViewScope<Id = string> {
  sql: Sql;
  actor: Actor;
  serviceId: Id;
}

/** Definition of a view. */
interface ViewDefinition<S extends z.ZodType, F extends ServiceOf<z.output<S>>, R> {
  /** The right, most often `service.view`. */
  action: Action;
  input: S;
  service: F;
  run: (scope: ViewScope<FoundBy<F>>, input: z.output<S>) => Promise<R>;
}

/**
 * Makes a view, a verb that only reads: right → input → the service, or "not found" → rows of that
 * service. Throws as `verb` does.
 */
export function view<S extends z.ZodType, F extends ServiceOf<z.output<S>>, R>({
  action,
  input: schema,
  service,
  run,
}: ViewDefinition<S, F, R>): Verb<S, R> {
  return async ({ actor, tx }, unread) => {
    const input = read(actor, action, schema, unread);
    const sql = tx ?? database();
    const serviceId = await within(sql, actor, action, service, input);
    return run({ sql, actor, serviceId }, input);
  };
}
