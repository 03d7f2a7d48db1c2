import { leastOf, scopeOf, type Action } from "./actions";
import { firstRoleWith, roleHas, roles, type Grants, type Role, type Scope } from "./roles";

/** What a member is in one service. */
export interface Membership extends Grants {
  role: Role;
}

/**
 * Who does something. A job acts for the installation itself: what a person or a program began is
 * judged before it becomes one. `sessionId` is the session that a member acts in.
 */
export type Actor =
  | {
      kind: "member";
      id: string;
      installationOwner: boolean;
      services: Readonly<Record<string, Membership>>;
      sessionId?: string;
    }
  | { kind: "serviceKey"; serviceId: string; scopes: readonly Scope[] }
  | { kind: "job"; name: string };

/** Allowed, or why not in a sentence for the person who asked. */
export type Verdict = { ok: true } | { ok: false; reason: string };

const yes: Verdict = { ok: true };

/**
 * Whether an actor may do something in a service: the one function that verbs, pages and tests ask.
 *
 * @param serviceId null for what belongs to no service. A service that the actor is not in answers
 *   as one that does not exist: which ids exist is not given
 */
export function can(actor: Actor, action: Action, serviceId: string | null): Verdict {
  switch (actor.kind) {
    case "job":
      return yes;
    case "serviceKey":
      return actor.serviceId === serviceId && actor.scopes.some((one) => one === scopeOf(action))
        ? yes
        : { ok: false, reason: `The service key lacks the right to ${action}.` };
    case "member":
      return memberCan(actor, action, serviceId);
  }
}

/** Whether an action belongs to no service, but to the account of the signed-in member. */
function isOwn(action: Action): boolean {
  return leastOf(action) === "account";
}

/** Whether an actor may do something in any service at all: asked before the input is looked at. */
export function canAnywhere(actor: Actor, action: Action): Verdict {
  if (actor.kind === "serviceKey") return can(actor, action, actor.serviceId);
  if (actor.kind === "job" || actor.installationOwner || isOwn(action))
    return can(actor, action, null);
  const verdicts = Object.keys(actor.services).map((serviceId) => can(actor, action, serviceId));
  return verdicts.find(({ ok }) => ok) ?? verdicts[0] ?? can(actor, action, "");
}

function memberCan(
  actor: Extract<Actor, { kind: "member" }>,
  action: Action,
  serviceId: string | null,
): Verdict {
  if (actor.installationOwner || isOwn(action)) return yes;
  const least = leastOf(action);
  const firstRole = firstRoleWith(least);
  if (serviceId === null || firstRole === undefined)
    return { ok: false, reason: "Only an owner of this installation can do this." };
  const here = Object.hasOwn(actor.services, serviceId) ? actor.services[serviceId] : undefined;
  if (!here) return { ok: false, reason: "You have no role in this service." };
  if (roleHas(here.role, here, least)) return yes;
  const right = { sending: "may send", approving: "may approve" }[least as string];
  if (right === undefined)
    return {
      ok: false,
      reason: `Only ${rolesFrom(firstRole)} can do this; you are ${withArticle(here.role)} in this service.`,
    };
  const you = here.role === "marketer" ? "a marketer without that right" : withArticle(here.role);
  return {
    ok: false,
    reason: `This needs a marketer who ${right}; you are ${you} in this service.`,
  };
}

/** This role and those that have more rights, in words: "an admin or an owner". */
function rolesFrom(least: Role): string {
  return new Intl.ListFormat("en", { type: "disjunction" }).format(
    roles.slice(roles.indexOf(least)).map(withArticle),
  );
}

function withArticle(role: Role): string {
  return `${/^[aeiou]/.test(role) ? "an" : "a"} ${role}`;
}

/**
 * The stored role of a member in a service: the rights that come with it count for marketers alone.
 */
export function placeOf({ role, maySend, mayApprove }: Membership): Membership {
  const granted = role === "marketer";
  return { role, maySend: granted && maySend, mayApprove: granted && mayApprove };
}
