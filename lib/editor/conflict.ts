import { keep, replaced, type Step } from "./content";
import {
  isDue,
  isUnsaved,
  isOwn,
  type Document,
  type Kind,
  type Merge,
  type Stop,
  type ServerVersion,
} from "./document";
import { isOrdering } from "./order";
import { goOn, save } from "./saving";

/** Nothing is under way that decides what the document is. */
export function rests<C>({ saving, stop, sending, isLeft }: Document<C>): boolean {
  return saving === undefined && stop?.kind !== "handed over" && !isOrdering(sending) && !isLeft;
}

/** Applies the version or the state that the server has of the document. */
export function applyServerVersion<C>(
  kind: Kind<C>,
  document: Document<C>,
  { of, theirs, at }: { of: string; theirs: ServerVersion<C> | { state: string }; at: number },
): Step<C> {
  if (document.id !== of || !rests(document)) return [document, []];
  if ("state" in theirs)
    return [
      { ...document, stop: { kind: "gone", state: theirs.state } },
      isUnsaved(kind, document) ? [keep(document)] : [],
    ];
  const { stop, revision } = document;
  const latestRevision = stop?.kind === "conflict" ? stop.theirs.revision : revision;
  return theirs.revision <= latestRevision ? [document, []] : met(kind, document, theirs, at);
}

/** The server has another version than the one that the content was written from. */
export function met<C>(
  kind: Kind<C>,
  document: Document<C>,
  theirs: ServerVersion<C>,
  at: number,
): Step<C> {
  const { content, base, unanswered, isConfirmed } = document;
  const { revision, by } = theirs;
  const free = {
    ...document,
    revision,
    base: theirs.content ?? base,
    isStale: theirs.content === undefined,
    stop: undefined,
    away: undefined,
  };
  if (isOwn(kind, unanswered, theirs.text)) {
    const own = { ...free, savedAt: at, unanswered: [] };
    return isDue(kind, own) ? save(kind, own) : [own, [{ kind: "forget" }]];
  }
  const conflict: Stop<C> = { kind: "conflict", theirs };
  if (theirs.content === undefined) return [{ ...document, stop: conflict }, [keep(document)]];
  if (!isDue(kind, document)) {
    const next = { ...free, content: kind.restore(theirs.content, content), savedAt: at };
    return [
      next,
      [
        { kind: "show", content: next.content },
        { kind: "wait", timer: "rest" },
        { kind: "forget" },
      ],
    ];
  }
  const merged = mergedWith(kind, document, theirs.content);
  if (isConfirmed || !merged) return [{ ...document, stop: conflict }, [keep(document)]];
  const [next, effects] = goOn(kind, {
    ...free,
    content: kind.restore(merged.content, content),
    unanswered: [],
  });
  return [
    next,
    [
      { kind: "show", content: next.content },
      { kind: "wait", timer: "rest" },
      { kind: "announce", by, fields: merged.theirs },
      ...effects,
    ],
  ];
}

/** Both contents in one; undefined where both changed the same field. */
function mergedWith<C>(
  kind: Kind<C>,
  { base, content, unanswered }: Document<C>,
  theirs: C,
): Merge<C> | undefined {
  const merged = kind.merge(base, content, theirs);
  if (merged.both.length === 0) return merged;
  // Theirs may have been written from a save of this editor whose answer was lost, and which the
  // server may have stored: nothing that was typed here may be overwritten.
  return unanswered
    .toReversed()
    .map((from) => kind.merge(from, content, theirs))
    .find(({ content: both, both: fields }) => {
      const away = kind.merge(base, both, content);
      return fields.length + away.both.length + away.theirs.length === 0;
    });
}

/** Resolves a conflict as the user decided. */
export function resolveConflict<C>(
  kind: Kind<C>,
  document: Document<C>,
  which: "mine" | "theirs" | "both",
): Step<C> {
  const { stop, content, base } = document;
  if (stop?.kind !== "conflict") return [document, []];
  const { theirs } = stop;
  const free = {
    ...document,
    revision: theirs.revision,
    base: theirs.content ?? base,
    isStale: theirs.content === undefined,
    stop: undefined,
    unanswered: [],
  };
  if (which === "mine") {
    const [next, effects] = save(kind, free);
    return [next, isDue(kind, free) ? effects : [{ kind: "forget" }]];
  }
  // What this tab alone has is given up.
  if (theirs.content === undefined)
    return [{ ...free, base: content, isStale: false }, [{ kind: "forget" }, { kind: "reload" }]];
  const chosen =
    which === "theirs" ? theirs.content : kind.merge(base, content, theirs.content).content;
  const next = kind.restore(chosen, content);
  const [shownNext, shows] = replaced(kind, free, content, next);
  const [done, effects] = save(kind, shownNext);
  return [done, [...shows, ...effects]];
}
