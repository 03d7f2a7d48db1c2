import { applyServerVersion, met, rests, resolveConflict } from "./conflict";
import {
  edited,
  keep,
  keepOrForget,
  later,
  record,
  replaced,
  showContent,
  stepped,
  type Step,
} from "./content";
import { isKept, type Document, type Kind } from "./document";
import type { EditorEvent, Timer } from "./events";
import { redone, undone as undoneOnce, type History } from "./history";
import { leaving, poll, progressed, undone } from "./outcome";
import { lost, refused, save, saved } from "./saving";
import {
  dismissed,
  notOrdered,
  notUndone,
  order,
  ordered,
  rested,
  sendOut,
  undoOrder,
} from "./sending";

type EventOf<C, K extends EditorEvent<C>["kind"]> = Extract<EditorEvent<C>, { kind: K }>;

/**
 * Returns the document after an event, and the effects to run. This one table says what an editor
 * does, for every kind of document.
 *
 * | event | when | what the editor does |
 * |---|---|---|
 * | edit, adopt, undo, redo | – | replaces the content, stores it in this tab at once, and saves it
 * when typing rests |
 * | elapsed save or retry, flush, online | no save is under way, and no stop | saves the newest
 * content, on top of the revision that it was written from |
 * | saved | – | saves what was typed meanwhile; otherwise removes what this tab stores |
 * | lost | – | stores the content in this tab, and tries again |
 * | refused | – | stores the content in this tab, and tries again once the content has changed |
 * | conflict, found | the version is a save of this editor whose answer was lost | goes on from
 * that version |
 * | | nothing is unsaved here | shows that version |
 * | | different fields were changed | merges both, announces it, and saves |
 * | | the same field was changed, or the content is confirmed | stops until the user decides |
 * | gone | – | stops: saves nothing until the user makes another document of the content |
 * | order | a send is under way, or has just ended | ignores it: it is the second half of a double
 * click |
 * | | a save is under way | sends after that save, or when it hangs: after 3 s for a new document,
 * 30 s for a stored one |
 * | | otherwise | sends; saves and follows nothing until the send has ended. The same body has the
 * nonce of the last try |
 * | order lost | – | the server may have the order: sends the same body with the same nonce next
 * time, also after a reload |
 * | order refused | – | nothing was ordered: shows why until the next key |
 * | ordered | – | offers to undo the send until the undo window is over, here or, once this page
 * was left, on the next one |
 * | release, elapsed undo | the send can be undone | polls until the send has left, was undone or
 * failed, for a minute at most |
 * | undone | – | goes back to the draft: the confirmed content is its base, what was typed since is
 * unsaved in it |
 * | progress | the send has left or failed | begins another document, in which what was typed since
 * the order is unsaved |
 * | leave | – | stores the last words in this tab, and saves them |
 *
 * It never saves twice at once, never sends one confirmation twice, and drops no content: this tab
 * stores what the server has not confirmed.
 */
export function reduce<C>(kind: Kind<C>, document: Document<C>, event: EditorEvent<C>): Step<C> {
  switch (event.kind) {
    case "edit":
    case "adopt":
    case "part":
    case "undo":
    case "redo":
      return contentStep(kind, document, event);
    case "elapsed":
      return elapsed(kind, document, event.timer);
    case "online":
      return save(kind, document);
    case "flush":
      return save(kind, document, true);
    case "saved":
    case "refused":
    case "lost":
    case "conflict":
    case "gone":
      return andSendOut(kind, answered(kind, document, event));
    case "changed":
      return [
        document,
        document.id !== null && rests(document)
          ? [{ kind: "find", id: document.id, revision: document.revision }]
          : [],
      ];
    case "found":
      return applyServerVersion(kind, document, event);
    case "take":
      return resolveConflict(kind, document, event.which);
    case "fork":
      return forked(kind, document);
    case "confirm":
      return [{ ...document, isConfirmed: true }, []];
    case "unconfirm":
      return andSaveLater(kind, { ...document, isConfirmed: false });
    case "order":
    case "ordered":
    case "order refused":
    case "order lost":
    case "undo order":
    case "undone":
    case "not undone":
    case "release":
    case "progress":
    case "dismiss":
      return sent(kind, document, event);
    case "handed over":
      return [{ ...document, stop: event, isConfirmed: false }, [...allTimers, { kind: "forget" }]];
    case "hide":
      return [document, [keepOrForget(kind, document)]];
    case "leave":
      return left(kind, document);
    case "enter":
      return andSaveLater(kind, { ...document, isLeft: false });
  }
}

/** What becomes of the content, and of its history, by what the user does. */
function contentStep<C>(
  kind: Kind<C>,
  document: Document<C>,
  event: EventOf<C, "edit" | "adopt" | "part" | "undo" | "redo">,
): Step<C> {
  switch (event.kind) {
    case "edit":
      return edited(kind, document, event.edits);
    case "adopt":
      return replaced(kind, document, document.content, own(kind, document, event.content));
    case "part":
      return [{ ...document, history: record(kind, document.history, document.content) }, []];
    case "undo":
      return moved(kind, document, undoneOnce);
    case "redo":
      return moved(kind, document, redone);
  }
}

/** The answer to a save. */
function answered<C>(
  kind: Kind<C>,
  document: Document<C>,
  event: EventOf<C, "saved" | "refused" | "lost" | "conflict" | "gone">,
): Step<C> {
  switch (event.kind) {
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
  }
}

type SendingKind =
  | "order"
  | "ordered"
  | "order refused"
  | "order lost"
  | "undo order"
  | "undone"
  | "not undone"
  | "release"
  | "progress"
  | "dismiss";

/** What happens to a send, from the order to its end. */
function sent<C>(kind: Kind<C>, document: Document<C>, event: EventOf<C, SendingKind>): Step<C> {
  switch (event.kind) {
    case "order":
      return order(kind, document, event);
    case "ordered":
      return ordered(kind, document, event);
    case "order refused":
      return notOrdered(kind, document, event.refusal);
    case "order lost":
      return notOrdered(kind, document, undefined);
    case "undo order":
      return undoOrder(document);
    case "undone":
      return undone(kind, document, event);
    case "not undone":
      return notUndone(document, event.why);
    case "release":
      return leaving(document, true);
    case "progress":
      return progressed(kind, document, event);
    case "dismiss":
      return dismissed(document);
  }
}

const allTimers = (["rest", "keep", "save", "retry"] as const).map(
  (timer) => ({ kind: "stop", timer }) as const,
);

/** An order that waited for a save goes out once the save has ended. */
function andSendOut<C>(kind: Kind<C>, [document, effects]: Step<C>): Step<C> {
  const [next, more] = sendOut(kind, document);
  return [next, [...effects, ...more]];
}

function andSaveLater<C>(kind: Kind<C>, document: Document<C>): Step<C> {
  return [document, later(kind, document)];
}

/** Saves the content of a document that is gone as another one. */
function forked<C>(kind: Kind<C>, document: Document<C>): Step<C> {
  if (document.stop?.kind !== "gone") return [document, []];
  return save(
    kind,
    renewed(kind, {
      ...document,
      id: null,
      revision: 0,
      isStale: true,
      stop: undefined,
      unanswered: [],
    }),
  );
}

function left<C>(kind: Kind<C>, document: Document<C>): Step<C> {
  const next = { ...document, isLeft: true };
  const { sending } = next;
  const offer =
    sending.kind === "undoable" && !document.isLeft
      ? [{ kind: "offer undo", order: sending.order } as const]
      : [];
  if (!isKept(kind, next)) return [next, [...allTimers, ...offer]];
  const [saving, effects] = save(kind, next);
  return [saving, [...allTimers, keep(next), ...effects, ...offer]];
}

/** A content that was written in this document, under its nonce. */
function own<C>({ sends }: Kind<C>, document: Document<C>, content: C): C {
  return sends ? sends.under(content, sends.attempt(document.content)) : content;
}

/** With a nonce of its own: that of before may be another document's. */
function renewed<C>({ sends }: Kind<C>, document: Document<C>): Document<C> {
  return sends
    ? { ...document, content: sends.under(document.content, { nonce: sends.fresh() }) }
    : document;
}

/** A step back or forward in the history. */
function moved<C>(
  kind: Kind<C>,
  document: Document<C>,
  move: (history: History<C>) => History<C>,
): Step<C> {
  const history = record(kind, document.history, document.content);
  const next = move(history);
  if (next === history) return [stepped(kind, document, history), []];
  return showContent(
    kind,
    stepped(kind, { ...document, content: kind.restore(next.present, document.content) }, next),
    document,
  );
}

function elapsed<C>(kind: Kind<C>, document: Document<C>, timer: Timer): Step<C> {
  switch (timer) {
    case "rest":
      return [stepped(kind, document, record(kind, document.history, document.content)), []];
    case "keep":
      return [document, [keepOrForget(kind, document)]];
    case "save":
    case "retry":
      return save(kind, document);
    case "settle":
      return sendOut(kind, document, true);
    case "undo":
      return leaving(document, false);
    case "poll":
      return poll(kind, document);
    case "press":
      return rested(document);
  }
}
