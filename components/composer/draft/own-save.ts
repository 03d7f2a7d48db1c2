import { written } from "@/lib/compose/draft-text";
import { givenName } from "@/lib/compose/name-of";
import { readDraft } from "./draft-store";
import type { HeldDraft } from "./use-follow";

/** As many saves without an answer are remembered. */
const mostUnanswered = 3;

/** Remembers a save before it is sent, by the text that the server would store. */
export function withUnanswered(before: readonly string[], draft: string): string[] {
  return [...before, draft].slice(-mostUnanswered);
}

/**
 * Goes on from the version that the server has where that is a save of this tab whose answer was lost, as a reload or a broken connection loses it. Returns false
 * where it is not, and changes nothing then.
 */
export function adoptOwnSave(held: HeldDraft, { revision, name, draft }: { revision: number; name: string; draft: string }): boolean {
  const base = held.unanswered.includes(draft) ? readDraft(draft) : undefined;
  if (!base) return false;
  Object.assign(held, {
    revision,
    base,
    savedName: name,
    saved: written(base, givenName(base.request, name)),
    savedAt: Date.now(),
    // The others name a revision that is gone: the server stores none of them.
    unanswered: [],
  });
  return true;
}
