import type { DestinationKey } from "./device-kinds";

/** Whether an identifier is mentioned for the first time: the first entry that names one keeps it (interface 2.2, contract 4). Asking is mentioning. */
export type FirstMention = (key: DestinationKey, id: string) => boolean;

/** Nothing was mentioned so far. An identifier of one kind is another one than the same text of another kind. */
export function firstMentions(): FirstMention {
  const seen = new Map<DestinationKey, Set<string>>();
  return (key, id) => {
    const known = seen.get(key) ?? new Set<string>();
    if (known.has(id)) return false;
    seen.set(key, known.add(id));
    return true;
  };
}
