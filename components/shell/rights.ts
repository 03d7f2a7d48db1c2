import type { Action } from "@/lib/policy/actions";
import { roleHas, type Grants, type LeastRole, type Role } from "@/lib/policy/roles";
import { commandsIn } from "./commands";
import { furtherPlaces, places } from "./places";

/**
 * Who has the actions that the frame offers. The server reads it from `lib/policy/actions`, whose
 * schemas would weigh on every page.
 */
export type ShellRights = Readonly<Partial<Record<Action, LeastRole>>>;

/** What the palette does with campaigns that it found. */
const steeringActions: readonly Action[] = ["campaign.pause", "campaign.resume", "campaign.stop"];

/** Returns the actions that places and commands of the frame need. */
export function shellActions(): Action[] {
  const needs = [...places, ...furtherPlaces, ...commandsIn("", () => true)].map(
    ({ needs: action }) => action,
  );
  return [...new Set([...needs, ...steeringActions])].filter((action) => action !== undefined);
}

/** Returns whether a member has an action in the service at hand, as `can` of `lib/policy` does. */
export function mayInShell(
  rights: ShellRights,
  action: Action,
  installationOwner: boolean,
  membership: (Grants & { role: Role }) | undefined,
): boolean {
  const least = rights[action];
  if (least === undefined) return false;
  return (
    installationOwner || (membership !== undefined && roleHas(membership.role, membership, least))
  );
}
