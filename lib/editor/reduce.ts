import { isDue, isOwn, isUnsaved, newDocument, type Document, type Kind, type Merge, type Stop, type Stored } from "./document";
import type { EditorEvent, Effect } from "./events";
import { recorded, redone, undone, type History } from "./history";

/** A document after an event, and what is to be done. */
export type Step<C> = readonly [document: Document<C>, effects: readonly Effect<C>[]];

/** As many saves without an answer are remembered: any of them may be what the server has. */
const mostUnanswered = 10;

/**
 * The one table of what an editor does, for every kind of document.
 *
 * | event | while | what happens |
 * |---|---|---|
 * | edit, adopt, undo, redo | – | the content is another one; stored in this tab at once, saved when typing rests |
 * | elapsed save or retry, flush, online | nothing under way, no stop | one save, of the newest content, on top of the revision that it was written from |
 * | saved | – | what was typed meanwhile is saved next; otherwise this tab stores nothing any more |
 * | lost | – | stored in this tab, tried again |
 * | refused | – | stored in this tab, tried again once the content is another one |
 * | conflict, found | the version is a save of this editor whose answer was lost | goes on from it |
 * | | nothing unsaved here | follows it |
 * | | different fields were changed | merges, says so and saves |
 * | | the same field was changed, or the content is confirmed | stops until the user decides |
 * | gone | – | stops: nothing is saved until the user makes another document of it |
 * | order | – | nothing is saved or followed until it is sent, undone or not ordered |
 * | ordered, undone | – | the content that was confirmed is the base; what was typed since is unsaved in the next document, or in the same |
 * | leave | – | the last words are stored in this tab and saved |
 *
 * It never saves twice at once, and drops no content: what the server has not confirmed is in this tab.
 */
export function reduce<C>(kind: Kind<C>, document: Document<C>, event: EditorEvent<C>): Step<C> {
  switch (event.kind) {
    case "edit":
      return written(kind, { ...document, content: event.content }, document);
    case "adopt": {
      const from = { ...document, content: event.from ?? document.content };
      return shown(
        kind,
        stepped(kind, { ...from, content: event.content }, record(kind, record(kind, from.history, from.content), event.content)),
        document,
      );
    }
    case "part":
      return [{ ...document, history: record(kind, document.history, document.content) }, []];
    case "undo":
      return moved(kind, document, undone);
    case "redo":
      return moved(kind, document, redone);
    case "elapsed":
      return elapsed(kind, document, event.timer);
    case "online":
      return save(kind, document);
    case "flush":
      return save(kind, document, true);
    case "saved":
      return saved(kind, document, event);
    case "refused":
      return refused(kind, document, event.message);
    case "lost":
      return lost(document, event.why);
    case "conflict":
      return met(kind, { ...document, saving: undefined }, event.theirs, event.at);
    case "gone":
      return [{ ...document, saving: undefined, stop: event }, [keep(document)]];
    case "changed":
      return [document, document.id !== null && rests(document) ? [{ kind: "find", id: document.id, revision: document.revision }] : []];
    case "found":
      return found(kind, document, event);
    case "take":
      return taken(kind, document, event.which);
    case "fork":
      return save(kind, { ...document, id: null, revision: 0, isStale: true, stop: undefined, unanswered: [] });
    case "confirm":
      return [{ ...document, isConfirmed: true }, []];
    case "order":
      return [
        { ...document, isOrdering: true, unanswered: withUnanswered(kind, document, event.confirmed) },
        [
          { kind: "stop", timer: "save" },
          { kind: "stop", timer: "retry" },
        ],
      ];
    case "not ordered": {
      const free = { ...document, isOrdering: false, isConfirmed: false };
      return [free, later(kind, free)];
    }
    case "ordered":
      return sent(kind, document, event.confirmed, undefined);
    case "undone":
      return sent(kind, document, event.confirmed, event);
    case "handed over":
      return [{ ...document, stop: event, isConfirmed: false }, [...allTimers, { kind: "forget" }]];
    case "hide":
      return [document, [isUnsaved(kind, document) ? keep(document) : { kind: "forget" }]];
    case "leave": {
      const left = { ...document, isLeft: true };
      if (!isUnsaved(kind, left)) return [left, allTimers];
      const [next, effects] = save(kind, left);
      return [next, [...allTimers, keep(left), ...effects]];
    }
    case "enter": {
      const here = { ...document, isLeft: false };
      return [here, later(kind, here)];
    }
  }
}

const allTimers = (["rest", "keep", "save", "retry"] as const).map((timer) => ({ kind: "stop", timer }) as const);

function record<C>(kind: Kind<C>, history: History<C>, content: C): History<C> {
  return recorded(history, content, (one, other) => kind.text(one) === kind.text(other));
}

function stepped<C>(kind: Kind<C>, document: Document<C>, history: History<C>): Document<C> {
  return { ...document, history, can: { undo: history.past.length > 0, redo: history.future.length > 0 } };
}

/** A step back or forward in the history. */
function moved<C>(kind: Kind<C>, document: Document<C>, move: (history: History<C>) => History<C>): Step<C> {
  const history = record(kind, document.history, document.content);
  const next = move(history);
  if (next === history) return [stepped(kind, document, history), []];
  return shown(kind, stepped(kind, { ...document, content: kind.restore(next.present, document.content) }, next), document);
}

/** A content that the form does not have yet. */
function shown<C>(kind: Kind<C>, document: Document<C>, before: Document<C>): Step<C> {
  const [next, effects] = written(kind, document, before);
  return [next, [{ kind: "show", content: next.content }, ...effects]];
}

/** What follows from another content. */
function written<C>(kind: Kind<C>, document: Document<C>, before: Document<C>): Step<C> {
  if (kind.text(document.content) === kind.text(before.content)) return [document, []];
  return [document, [{ kind: "wait", timer: "rest" }, ...later(kind, document)]];
}

/** When a content is stored in this tab, and saved. */
function later<C>(kind: Kind<C>, document: Document<C>): Effect<C>[] {
  const { saving, stop, isOrdering, isLeft } = document;
  if (!isDue(kind, document))
    // Back at what the server has, unless a save of something else is under way.
    return saving === undefined
      ? [{ kind: "stop", timer: "keep" }, { kind: "stop", timer: "save" }, { kind: "stop", timer: "retry" }, { kind: "forget" }]
      : [];
  const kept: Effect<C> = isLeft ? keep(document) : { kind: "wait", timer: "keep" };
  return stop || isOrdering ? [kept] : [kept, { kind: "wait", timer: "save" }];
}

function keep<C>({ content, base, revision, unanswered }: Document<C>): Effect<C> {
  return { kind: "keep", kept: { content, base, revision, unanswered } };
}

function withUnanswered<C>(kind: Kind<C>, { unanswered }: Document<C>, content: C): C[] {
  // Each once: one that is tried again and again must not push out one that was stored.
  return [...unanswered.filter((one) => kind.write(one) !== kind.write(content)), content].slice(-mostUnanswered);
}

function elapsed<C>(kind: Kind<C>, document: Document<C>, timer: "rest" | "keep" | "save" | "retry"): Step<C> {
  if (timer === "rest") return [stepped(kind, document, record(kind, document.history, document.content)), []];
  if (timer === "keep") return [document, [isUnsaved(kind, document) ? keep(document) : { kind: "forget" }]];
  return save(kind, document);
}

/** Nothing is under way that decides what the document is. */
function rests<C>({ saving, stop, isOrdering, isLeft }: Document<C>): boolean {
  return saving === undefined && stop?.kind !== "handed over" && !isOrdering && !isLeft;
}

/** Begins a save where one is due; with `always` also of a new document that is as it was begun. */
function save<C>(kind: Kind<C>, document: Document<C>, always = false): Step<C> {
  const { id, revision, content, saving, stop, refused: former, isOrdering } = document;
  const isWanted = isDue(kind, document) || (always && id === null);
  if (!isWanted || saving !== undefined || stop || isOrdering) return [document, []];
  if (former && kind.text(former.content) === kind.text(content)) return [document, []];
  const message = kind.refuse(content);
  if (message !== undefined) return [{ ...document, refused: { content, message }, away: undefined }, [keep(document)]];
  const next = { ...document, saving: content, refused: undefined, away: undefined, unanswered: withUnanswered(kind, document, content) };
  return [next, [{ kind: "stop", timer: "save" }, { kind: "stop", timer: "retry" }, keep(next), { kind: "save", id, revision, content }]];
}

/** After an answer: what was typed meanwhile is stored here, and saved next. */
function goOn<C>(kind: Kind<C>, document: Document<C>): Step<C> {
  if (!isDue(kind, document)) return [document, [{ kind: "stop", timer: "keep" }, { kind: "forget" }]];
  if (document.isLeft) {
    const [next, effects] = save(kind, document);
    return [next, [keep(document), ...effects]];
  }
  return [document, [keep(document), ...(document.stop || document.isOrdering ? [] : [{ kind: "wait", timer: "save" } as const])]];
}

function saved<C>(kind: Kind<C>, document: Document<C>, { id, revision, at }: { id: string; revision: number; at: number }): Step<C> {
  const { saving, base } = document;
  const [next, effects] = goOn(kind, {
    ...document,
    id,
    revision,
    base: saving ?? base,
    isStale: false,
    saving: undefined,
    savedAt: at,
    unanswered: [],
  });
  // What this tab stores of a document without an id goes before it stores it under the id.
  return [next, [{ kind: "forget" }, { kind: "belong", id }, ...effects]];
}

function refused<C>(kind: Kind<C>, document: Document<C>, message: string): Step<C> {
  const { saving, content, unanswered } = document;
  const next = { ...document, saving: undefined, refused: saving && { content: saving, message }, unanswered: unanswered.slice(0, -1) };
  const isOther = saving !== undefined && kind.text(saving) !== kind.text(content);
  return [next, [keep(next), ...(isOther ? [{ kind: "wait", timer: "save" } as const] : [])]];
}

function lost<C>(document: Document<C>, why: string): Step<C> {
  // Whether the server has stored it is not known: it is saved again, also where the content is back at what it was.
  const next = { ...document, saving: undefined, away: why, isStale: true };
  return [
    next,
    [keep(next), ...(document.stop || document.isOrdering || document.isLeft ? [] : [{ kind: "wait", timer: "retry" } as const])],
  ];
}

function found<C>(
  kind: Kind<C>,
  document: Document<C>,
  { of, theirs, at }: { of: string; theirs: Stored<C> | { state: string }; at: number },
): Step<C> {
  if (document.id !== of || !rests(document)) return [document, []];
  if ("state" in theirs)
    return [{ ...document, stop: { kind: "gone", state: theirs.state } }, isUnsaved(kind, document) ? [keep(document)] : []];
  const { stop, revision } = document;
  const known = stop?.kind === "conflict" ? stop.theirs.revision : revision;
  return theirs.revision <= known ? [document, []] : met(kind, document, theirs, at);
}

/** The server has another version than the one that the content was written from. */
function met<C>(kind: Kind<C>, document: Document<C>, theirs: Stored<C>, at: number): Step<C> {
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
    return [next, [{ kind: "show", content: next.content }, { kind: "wait", timer: "rest" }, { kind: "forget" }]];
  }
  const merged = mergedWith(kind, document, theirs.content);
  if (isConfirmed || !merged) return [{ ...document, stop: conflict }, [keep(document)]];
  const [next, effects] = goOn(kind, { ...free, content: kind.restore(merged.content, content), unanswered: [] });
  return [
    next,
    [{ kind: "show", content: next.content }, { kind: "wait", timer: "rest" }, { kind: "announce", by, fields: merged.theirs }, ...effects],
  ];
}

/** Both contents in one; undefined where both changed the same field. */
function mergedWith<C>(kind: Kind<C>, { base, content, unanswered }: Document<C>, theirs: C): Merge<C> | undefined {
  const merged = kind.merge(base, content, theirs);
  if (merged.both.length === 0) return merged;
  // Theirs may have been written from a save of this editor whose answer was lost. Whether that was stored is not known: nothing that was typed here may give way.
  return unanswered
    .toReversed()
    .map((from) => kind.merge(from, content, theirs))
    .find(({ content: both, both: fields }) => {
      const away = kind.merge(base, both, content);
      return fields.length + away.both.length + away.theirs.length === 0;
    });
}

/** The user has decided about a conflict. */
function taken<C>(kind: Kind<C>, document: Document<C>, which: "mine" | "theirs" | "both"): Step<C> {
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
  if (theirs.content === undefined) return [{ ...free, base: content, isStale: false }, [{ kind: "forget" }, { kind: "reload" }]];
  const chosen = which === "theirs" ? theirs.content : kind.merge(base, content, theirs.content).content;
  const next = kind.restore(chosen, content);
  const [told, shows] = shown(
    kind,
    stepped(kind, { ...free, content: next }, record(kind, record(kind, free.history, content), next)),
    document,
  );
  const [done, effects] = save(kind, told);
  return [done, [...shows, ...effects]];
}

/** Another document follows the one that was sent, or the same where the send was undone. */
function sent<C>(kind: Kind<C>, document: Document<C>, confirmed: C, draft: { id: string; revision: number } | undefined): Step<C> {
  const { content, history, can, isLeft } = document;
  const asIs = (one: C) => (draft ? one : kind.next(one));
  const next = { ...newDocument(asIs(confirmed), draft), content: asIs(content), history, can, isLeft };
  const begun: Effect<C>[] = [...allTimers.slice(1), { kind: "forget" }, { kind: "belong", id: next.id }];
  const [gone, effects] = isLeft ? goOn(kind, next) : ([next, isDue(kind, next) ? later(kind, next) : []] as const);
  return [gone, [...begun, ...effects]];
}
