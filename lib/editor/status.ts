import { isDue, type Document, type Kind } from "./document";

/** Where the newest content is stored. */
export type Status =
  | { kind: "untouched" }
  | { kind: "saving" }
  /** `at`: milliseconds UTC. */
  | { kind: "saved"; at: number }
  /** The server cannot be reached or fails: stored in this tab, and tried again. */
  | { kind: "local"; why: string }
  /** The server will never store it as it stands. */
  | { kind: "refused"; message: string }
  /** `merged`: the fields that merging takes; undefined where the other version cannot be read. */
  | {
      kind: "conflict";
      by: string;
      at: string | null;
      merged: { theirs: readonly string[]; both: readonly string[] } | undefined;
    }
  | { kind: "gone"; state: string };

/** Returns where the newest content of a document is stored. */
export function statusOf<C>(kind: Kind<C>, document: Document<C>): Status {
  const { stop, base, content, refused, away, saving, savedAt } = document;
  if (stop?.kind === "gone") return { kind: "gone", state: stop.state };
  if (stop?.kind === "conflict") {
    const { by, at = null, content: other } = stop.theirs;
    const merged = other === undefined ? undefined : kind.merge(base, content, other);
    return {
      kind: "conflict",
      by,
      at,
      merged: merged && { theirs: merged.theirs, both: merged.both },
    };
  }
  if (refused) return { kind: "refused", message: refused.message };
  if (away !== undefined) return { kind: "local", why: away };
  if (saving !== undefined || (isDue(kind, document) && stop === undefined))
    return { kind: "saving" };
  return savedAt === undefined ? { kind: "untouched" } : { kind: "saved", at: savedAt };
}
