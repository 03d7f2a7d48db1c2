import type { ApprovalRules } from "./approval";
import { can, type Actor, type Verdict } from "./can";

const allowed: Verdict = { ok: true };

/**
 * Whether an actor may test on any device and user of a service. Otherwise test groups, the
 * simulated devices of a sandbox and the browser at hand are allowed, so that a test is no way
 * around the right to send, nor around approval.
 *
 * @param rules of the service: with any approval in force every member is limited
 */
export function mayTestOnAnyone(actor: Actor, serviceId: string, rules: ApprovalRules): Verdict {
  if (actor.kind === "job") return allowed;
  if (!can(actor, "campaign.send", serviceId).ok)
    return { ok: false, reason: "You may not send in this service" };
  return isApprovalOn(rules)
    ? { ok: false, reason: "Sends of this service need approval" }
    : allowed;
}

/**
 * Whether an actor may say who is in a test group: mark a list as one, or change one. It takes the
 * right to send; with approval in force, an admin, who could switch approval off as well.
 */
export function mayChangeTestGroups(
  actor: Actor,
  serviceId: string,
  rules: ApprovalRules,
): Verdict {
  if (actor.kind === "job") return allowed;
  if (!can(actor, "campaign.send", serviceId).ok)
    return {
      ok: false,
      reason:
        "Only members who may send can make or change test groups. Ask an admin of this service.",
    };
  if (!isApprovalOn(rules) || can(actor, "service.change", serviceId).ok) return allowed;
  return {
    ok: false,
    reason:
      "Sends of this service need approval, so only its admins can make or change test groups.",
  };
}

function isApprovalOn({ above, scheduled }: ApprovalRules): boolean {
  return above !== null || scheduled;
}
