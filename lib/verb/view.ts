import type { z } from "zod";
import { database, type Sql } from "@/lib/database/sql";
import type { Action } from "@/lib/policy/actions";
import type { Actor } from "@/lib/policy/can";
import { read, within, type ServiceOf, type Verb } from "./verb";

/** What a view reads with. */
export interface GivenView {
  sql: Sql;
  actor: Actor;
  /** Empty for what concerns no service. */
  serviceId: string;
}

/**
 * Makes a view, a verb that only reads: right → input → the service, or "not found" → rows of that
 * service. Throws as `verb` does.
 *
 * @param action the right that it takes, most often `service.view`
 */
export function view<S extends z.ZodType, R>(
  action: Action,
  schema: S,
  serviceOf: ServiceOf<z.output<S>>,
  run: (given: GivenView, input: z.output<S>) => Promise<R>,
): Verb<S, R> {
  return async ({ actor, tx }, given) => {
    const input = read(actor, action, schema, given);
    const sql = tx ?? database();
    const serviceId = await within(sql, actor, action, serviceOf, input);
    return run({ sql, actor, serviceId: serviceId ?? "" }, input);
  };
}
