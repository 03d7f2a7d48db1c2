import { isDue, isHalted, isKept, type Document, type Kind } from "./document";
import type { Effect } from "./events";
import { recorded, type History } from "./history";
import { withValue, type Edit } from "./path";

/** A document after an event, and what is to be done. */
export type Step<C> = readonly [document: Document<C>, effects: readonly Effect<C>[]];

/** With the content as a step of the history. */
export function record<C>(kind: Kind<C>, history: History<C>, content: C): History<C> {
  return recorded(history, content, (one, other) => kind.text(one) === kind.text(other));
}

/** With another history. */
export function stepped<C>(kind: Kind<C>, document: Document<C>, history: History<C>): Document<C> {
  return {
    ...document,
    history,
    can: { undo: history.past.length > 0, redo: history.future.length > 0 },
  };
}

/** With other values at some paths, and what follows from them. */
export function edited<C>(kind: Kind<C>, document: Document<C>, edits: readonly Edit[]): Step<C> {
  const content = followed(kind, edits.reduce(withValue, document.content));
  const [next, effects] = applyChange(kind, { ...document, content }, document);
  return [next, [{ kind: "show", content, paths: edits.map(({ path }) => path) }, ...effects]];
}

function followed<C>({ follow }: Kind<C>, content: C): C {
  return follow ? follow(content) : content;
}

/** Applies a content that the form does not have yet, and shows it there. */
export function showContent<C>(kind: Kind<C>, document: Document<C>, before: Document<C>): Step<C> {
  const [next, effects] = applyChange(kind, document, before);
  return [next, [{ kind: "show", content: next.content }, ...effects]];
}

/**
 * Returns the step that follows a change of the content. Clears the error of a send that did not go
 * out, since it concerns the former content.
 */
export function applyChange<C>(kind: Kind<C>, document: Document<C>, before: Document<C>): Step<C> {
  if (kind.text(document.content) === kind.text(before.content)) return [document, []];
  const { sending } = document;
  const isOver =
    sending.kind === "refused" || sending.kind === "broken" || sending.kind === "failed";
  return [
    isOver ? { ...document, sending: { kind: "idle" } } : document,
    [{ kind: "wait", timer: "rest" }, ...later(kind, document)],
  ];
}

/** With the content in the place of `from`, as one step of the history. */
export function replaced<C>(kind: Kind<C>, document: Document<C>, from: C, by: C): Step<C> {
  const content = followed(kind, by);
  const history = record(kind, record(kind, document.history, from), content);
  return showContent(kind, stepped(kind, { ...document, content }, history), document);
}

/** When a content is stored in this tab, and saved. */
export function later<C>(kind: Kind<C>, document: Document<C>): Effect<C>[] {
  const { saving, isLeft } = document;
  if (!isDue(kind, document))
    // Back at what the server has, unless a save of something else is under way.
    return saving === undefined
      ? [
          { kind: "stop", timer: "keep" },
          { kind: "stop", timer: "save" },
          { kind: "stop", timer: "retry" },
          keepOrForget(kind, document),
        ]
      : [];
  const keepEffect: Effect<C> = isLeft ? keep(document) : { kind: "wait", timer: "keep" };
  return isHalted(document) ? [keepEffect] : [keepEffect, { kind: "wait", timer: "save" }];
}

/** Stores the document in this tab. */
export function keep<C>({ content, base, revision, unanswered }: Document<C>): Effect<C> {
  return { kind: "keep", tabCopy: { content, base, revision, unanswered } };
}

/** Stores the document in this tab, or removes it where the server has all of it. */
export function keepOrForget<C>(kind: Kind<C>, document: Document<C>): Effect<C> {
  return isKept(kind, document) ? keep(document) : { kind: "forget" };
}
