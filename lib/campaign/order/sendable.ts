import { placeholderOf } from "@/lib/template/placeholder";
import { rejectInput, RefusedError } from "@/lib/verb/errors";
import type { CampaignPlan } from "./plan";

/** The list of an order was removed, or belongs to another service. */
export class ListRemovedError extends RefusedError {}

/**
 * Throws `RefusedError` with the problems of a plan, or when the template does not take the values
 * of some recipients of a list.
 */
export function assertSendable(plan: CampaignPlan): void {
  const { lost, problems, unfit } = plan;
  if (lost) throw new ListRemovedError(...problems);
  if (problems.length > 0) throw new RefusedError(...problems);
  const first = unfit.find(({ why }) => why !== "as written");
  if (first) rejectInput(unfitSentence(first, plan));
}

/** What is wrong with the values of some recipients, and how to mend it. */
export function unfitSentence(
  { parameter, why, recipients, inText }: CampaignPlan["unfit"][number],
  { audience, segment }: Pick<CampaignPlan, "audience" | "segment">,
): string {
  const place = segment ? "attributes of these users" : "list";
  const who = `${recipients.toLocaleString("en")} ${recipients === 1 ? "recipient" : "recipients"}${audience === null ? "" : ` of “${audience}”`}`;
  const have = recipients === 1 ? "has" : "have";
  if (inText)
    return `${who} ${have} no value for ${parameter}. Enter a default for it under Content, or confirm that they read ${placeholderOf(parameter)}.`;
  if (why === "missing")
    return `${who} ${have} no value for ${parameter}. Add a value for these recipients under Content.`;
  return why === "wrong type"
    ? `${who} ${have} a value for ${parameter} that does not fit the template. Correct it in the ${place}.`
    : `${who} ${have} a value for ${parameter} that is too long for the template. Shorten it in the ${place}.`;
}
