import { keep, keepOrForget, type Step } from "./content";
import { isDue, isHalted, type Document, type Kind } from "./document";

/** As many saves without an answer are remembered: any of them may be what the server has. */
const mostUnanswered = 10;

/** With a content that is sent to be stored, or as an order. */
export function withUnanswered<C>(kind: Kind<C>, { unanswered }: Document<C>, content: C): C[] {
  // Each once: one that is tried again and again must not push out one that was stored.
  return [...unanswered.filter((one) => kind.write(one) !== kind.write(content)), content].slice(
    -mostUnanswered,
  );
}

/** Begins a save where one is due; with `always` also of a new document that is as it was begun. */
export function save<C>(kind: Kind<C>, document: Document<C>, always = false): Step<C> {
  const { id, revision, content, saving, refused: former } = document;
  const isWanted = isDue(kind, document) || (always && id === null);
  if (!isWanted || saving !== undefined || isHalted(document)) return [document, []];
  if (former && kind.text(former.content) === kind.text(content)) return [document, []];
  const message = kind.contentProblem(content);
  if (message !== undefined)
    return [{ ...document, refused: { content, message }, away: undefined }, [keep(document)]];
  const next = {
    ...document,
    saving: content,
    refused: undefined,
    away: undefined,
    unanswered: withUnanswered(kind, document, content),
  };
  return [
    next,
    [
      { kind: "stop", timer: "save" },
      { kind: "stop", timer: "retry" },
      keep(next),
      { kind: "save", id, revision, content },
    ],
  ];
}

/** After an answer: what was typed meanwhile is stored here, and saved next. */
export function goOn<C>(kind: Kind<C>, document: Document<C>): Step<C> {
  if (!isDue(kind, document))
    return [document, [{ kind: "stop", timer: "keep" }, keepOrForget(kind, document)]];
  if (document.isLeft) {
    const [next, effects] = save(kind, document);
    return [next, [keep(document), ...effects]];
  }
  return [
    document,
    [keep(document), ...(isHalted(document) ? [] : [{ kind: "wait", timer: "save" } as const])],
  ];
}

/** The server has stored the content. */
export function saved<C>(
  kind: Kind<C>,
  document: Document<C>,
  { id, revision, at }: { id: string; revision: number; at: number },
): Step<C> {
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

/** The server will never store the content. */
export function refused<C>(kind: Kind<C>, document: Document<C>, message: string): Step<C> {
  const { saving, content, unanswered } = document;
  const next = {
    ...document,
    saving: undefined,
    refused: saving && { content: saving, message },
    unanswered: unanswered.slice(0, -1),
  };
  const isOther = saving !== undefined && kind.text(saving) !== kind.text(content);
  return [next, [keep(next), ...(isOther ? [{ kind: "wait", timer: "save" } as const] : [])]];
}

/** A save has no answer. */
export function lost<C>(document: Document<C>, why: string): Step<C> {
  // The server may have stored it: it is saved again, even where the content is back at what it
  // was.
  const next = { ...document, saving: undefined, away: why, isStale: true };
  return [
    next,
    [
      keep(next),
      ...(isHalted(document) || document.isLeft ? [] : [{ kind: "wait", timer: "retry" } as const]),
    ],
  ];
}
