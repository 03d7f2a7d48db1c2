import type { z } from "zod";
import { accountActions } from "./actions/account";
import { appActions } from "./actions/app";
import { audienceActions } from "./actions/audience";
import { campaignActions } from "./actions/campaign";
import { quoted, type ActionEntry } from "./actions/entry";
import { memberActions } from "./actions/member";
import { segmentActions } from "./actions/segment";
import { serviceActions } from "./actions/service";
import { templateActions } from "./actions/template";
import { updateActions } from "./actions/update";
import { userActions } from "./actions/user";
import type { LeastRole, Scope } from "./roles";

/**
 * What can be done, `subject.verb`: who has the right, what the audit log stores of it, and its
 * words. The action `webhook.add` is the verb `addWebhook`.
 */
export const actions = {
  ...serviceActions,
  ...campaignActions,
  ...audienceActions,
  ...segmentActions,
  ...templateActions,
  ...appActions,
  ...updateActions,
  ...userActions,
  ...memberActions,
  ...accountActions,
};

type Actions = typeof actions;
/** The name of one of {@link actions}. */
export type Action = keyof Actions;
/** Actions that write an audit event. */
export type AuditedAction = {
  [A in Action]: Actions[A] extends { event: z.ZodObject } ? A : never;
}[Action];
/** Actions that write without an event, each with its reason in the table. */
export type Exempt = {
  [A in Action]: Actions[A] extends { unaudited: string } ? A : never;
}[Action];
/** The event of an audited action, as a verb passes it. */
export type EventOf<A extends AuditedAction> = z.input<Actions[A]["event"]>;

/** Returns the least role that has an action. */
export function leastOf(action: Action): LeastRole {
  return actions[action].least;
}

/** Returns the scope of service keys that has an action; undefined when none has it. */
export function scopeOf(action: Action): Scope | undefined {
  return entryOf(action).scope;
}

/** Returns the schema of an action's audit event. */
export function eventSchema<A extends AuditedAction>(action: A): Actions[A]["event"] {
  return actions[action].event;
}

/**
 * Returns what was done, as it follows the name of the actor: "renamed the list “Spring” to
 * “Summer”". `name` of the object follows words that do not say it; undefined for an event that
 * the action does not have.
 */
export function actionText(action: string, event: unknown, name: string): string | undefined {
  if (!Object.hasOwn(actions, action)) return undefined;
  const entry = entryOf(action as Action);
  if (!("event" in entry)) return undefined;
  const { data, success } = entry.event.safeParse(event);
  if (!success) return undefined;
  if (typeof entry.words === "string") return `${entry.words}${quoted(name)}`;
  return (entry.words as (event: unknown) => string)(data);
}

function entryOf(action: Action): ActionEntry {
  return actions[action];
}
