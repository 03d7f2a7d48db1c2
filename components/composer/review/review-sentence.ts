import { durationText } from "@/components/form/duration-text";
import { recipientsText } from "@/lib/compose/recipients";
import { readyPlan, soundPlan, type PlanState } from "../send/use-plan";

/** What stands between a message and its being sent, or what becomes of it when it is. */
export function reviewSentence(
  app: string,
  recipients: number,
  { problems, missing }: { problems: number; missing: number },
  counted: PlanState,
  { reachesNobody, undoSeconds }: { reachesNobody: boolean; undoSeconds: number },
): string {
  if (problems > 0)
    return `Solve ${problems === 1 ? "one problem" : `${problems} problems`} before it can be sent.`;
  if (missing > 0)
    return missing === 1
      ? "Not finished: one thing is missing."
      : `Not finished: ${missing} things are missing.`;
  if (counted.kind === "counting") return "Checking it with the service …";
  const plan = readyPlan(counted);
  if (soundPlan(counted) && !plan)
    return "Some recipients have no value for a parameter: Send asks what becomes of them.";
  if (!plan) return "It cannot be sent yet.";
  if (reachesNobody)
    return "No recipients are reachable: none of them has a device for this message.";
  if (plan.approval.send)
    return `Ready to ask for approval: another member has to approve it before ${app} sends it to ${recipientsText(recipients)}.`;
  const later = plan.approval.schedule
    ? " Another member has to approve it before you can schedule it."
    : "";
  const back = undoSeconds > 0 ? ` You can undo it for ${durationText(undoSeconds)}.` : "";
  return `Ready: ${app} sends it to ${recipientsText(recipients)} when you press Send.${back}${later}`;
}
