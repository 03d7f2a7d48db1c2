import { overlapHours } from "@/lib/inputs/service";

/** For how long a replaced secret is accepted together with its successor. */
export const overlapOptions = overlapHours.map((hours) => ({
  value: String(hours),
  label: hours === 0 ? "Not at all: it stops now" : hours === 1 ? "1 hour" : `${hours} hours`,
}));

/** Until when the old one works, for the member who has just got the new one. */
export function overlapText(hours: number | undefined, old: string): string {
  if (hours === undefined || hours === 0) return `${old} doesn’t work any more.`;
  return `${old} works for ${hours === 1 ? "1 hour" : `${hours} hours`} more: change your programs over until then.`;
}
