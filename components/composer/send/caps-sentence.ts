import type { PlannedCaps } from "@/lib/campaign/read-plan";
import { capText } from "@/lib/inputs/frequency-cap";

/** What the frequency caps of the service do to a message, in whole sentences. */
export function capsSentence({ rules, exempt, users }: PlannedCaps): string {
  if (exempt) return "Not applied: the message is marked as necessary.";
  const allowed = `Each user gets ${new Intl.ListFormat("en").format(rules.map(capText))}.`;
  if (users === 0) return `${allowed} No user would be left out now.`;
  return `${allowed} About ${users.toLocaleString("en")} ${users === 1 ? "user" : "users"} would be left out now.`;
}
