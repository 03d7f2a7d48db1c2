import type { DestinationKey } from "./device-kinds";
import { normalId } from "./recipient-id";

/**
 * Whether an identifier is mentioned for the first time: the first entry that names one keeps it
 * (interface 2.2, contract 4). Asking is mentioning.
 */
export type FirstMention = (key: DestinationKey, id: string) => boolean;

/**
 * Nothing was mentioned so far. Two spellings of an identifier are one ({@link normalId}); the same
 * text as another kind is another one.
 */
export function firstMentions(): FirstMention {
  const seen = new Map<DestinationKey, Set<string>>();
  return (key, recipientId) => {
    const id = normalId(key, recipientId);
    const seenIds = seen.get(key) ?? new Set<string>();
    if (seenIds.has(id)) return false;
    seen.set(key, seenIds.add(id));
    return true;
  };
}
