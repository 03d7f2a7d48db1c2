import type { Scope } from "@/lib/policy/roles";

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
};
