/** When a send of the console needs a second person, as its service has it. */
export interface ApprovalRules {
  /** A send to more recipients does; null: none does for its size. */
  above: number | null;
  /** Every scheduled one does. */
  scheduled: boolean;
}

/** Whether a send needs a second person. What programs send never does. */
export function needsApproval(
  { above, scheduled }: ApprovalRules,
  send: { recipients: number; scheduled: boolean },
): boolean {
  return (above !== null && send.recipients > above) || (scheduled && send.scheduled);
}

/**
 * Why a send to so many needs a second person whenever it goes out, as the end of a sentence;
 * undefined where it needs none.
 */
export function whyForSize(
  { above }: Pick<ApprovalRules, "above">,
  recipients: number,
): string | undefined {
  const rules = { above, scheduled: false };
  const send = { recipients, scheduled: false };
  return needsApproval(rules, send) ? whyApproval(rules, send) : undefined;
}

/** Why it does, as the end of a sentence; "" where it does not. */
export function whyApproval(
  { above, scheduled }: ApprovalRules,
  send: { recipients: number; scheduled: boolean },
): string {
  if (scheduled && send.scheduled)
    return "every scheduled send of this service needs a second person";
  if (above === null || send.recipients <= above) return "";
  return `a send to more than ${above.toLocaleString("en")} ${above === 1 ? "recipient" : "recipients"} needs a second person`;
}
