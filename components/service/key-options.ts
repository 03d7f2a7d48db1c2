import { keyDays, overlapHours } from "@/lib/inputs/service";
import type { Scope } from "@/lib/policy/roles";

/** After how long a key or a JWT secret ends by itself. */
export const dayOptions = [
  { value: "none", label: "Never" },
  ...keyDays.map((days) => ({
    value: String(days),
    label: days === 365 ? "In 1 year" : `In ${days} days`,
  })),
];

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

/** What a key may be used for, in plain words. */
export const scopeWords: Readonly<Record<Scope, { label: string; hint: string }>> = {
  send: {
    label: "Send messages",
    hint: "To all users with a device in one of the service’s apps.",
  },
  status: {
    label: "Read status",
    hint: "Of the service’s own messages, and have their delivery updates sent again.",
  },
  devices: { label: "Register devices", hint: "And remove them." },
  "templates:read": { label: "Read templates", hint: "Drafts and every version." },
  "templates:write": {
    label: "Edit templates",
    hint: "Drafts only: nothing that is sent changes.",
  },
  "templates:publish": {
    label: "Publish templates",
    hint: "And roll back or archive them. Messages change at once.",
  },
  users: { label: "Store users", hint: "Read and write their attributes, language and time zone." },
  segments: { label: "Segments", hint: "Read, store, remove and count them." },
  campaigns: { label: "Pause campaigns", hint: "And resume or stop those that are being sent." },
};
