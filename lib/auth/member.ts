import type { Action } from "@/lib/policy/actions";
import { can, type Actor } from "@/lib/policy/can";

/** A person who signs in, with what they are in each service. */
export type Member = Extract<Actor, { kind: "member" }> & { email: string; name: string };

/** The caller has no right to it; the message says why. */
export class ForbiddenError extends Error {}

/** Throws {@link ForbiddenError} unless the actor may do it in that service (null: in none). */
export function assertCan(actor: Actor, action: Action, serviceId: string | null): void {
  const verdict = can(actor, action, serviceId);
  if (!verdict.ok) throw new ForbiddenError(verdict.reason);
}

/** The member's id, for columns that say whose doing something was; null for programs and jobs. */
export function memberIdOf(actor: Actor): string | null {
  return actor.kind === "member" ? actor.id : null;
}
