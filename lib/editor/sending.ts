import { attemptWith } from "./attempt";
import { keep, keepOrForget, later, type Step } from "./content";
import type { Document, Kind } from "./document";
import type { Effect } from "./events";
import { isOrdering, type Press, type Refusal } from "./order";
import { withUnanswered } from "./saving";

/**
 * A first save that hangs delays a send no longer (milliseconds); then the send is stored as a
 * campaign of its own.
 */
const settleMs = 3_000;
/**
 * A later save raises the revision that the order names: the send waits for it longer
 * (milliseconds).
 */
const settleStoredMs = 30_000;

/**
 * Begins a send: at once, or once the save under way has ended. Ignored while another one is under
 * way and while the button rests, so that a double click is one send. The same body goes out under
 * the nonce of the last try, until the server has answered.
 */
export function order<C>(
  kind: Kind<C>,
  document: Document<C>,
  { body, content, ...press }: Press<C>,
): Step<C> {
  const { sends } = kind;
  const { sending } = document;
  const isStopped = document.stop !== undefined && document.stop.kind !== "conflict";
  if (!sends || isStopped || isOrdering(sending) || (sending.kind === "sent" && sending.isResting))
    return [document, []];
  const attempt = attemptWith(sends.attempt(document.content), body, sends.fresh);
  const confirmed = sends.under(content, { nonce: attempt.nonce });
  const next: Document<C> = {
    ...document,
    content: sends.under(document.content, attempt),
    sending: {
      kind: "sending",
      order: { ...press, content: confirmed, nonce: attempt.nonce },
      isOut: false,
    },
    // Another editor's changes are not merged behind what was confirmed: the server refuses the
    // order.
    isConfirmed: true,
  };
  const quiet: Effect<C>[] = [
    { kind: "stop", timer: "save" },
    { kind: "stop", timer: "retry" },
    // A page that is loaded again sends the same under the same nonce.
    keep(next),
  ];
  const [out, effects] = sendOut(kind, next);
  return [
    out,
    [
      ...quiet,
      ...(out === next
        ? [
            {
              kind: "wait",
              timer: "settle",
              ms: document.id === null ? settleMs : settleStoredMs,
            } as const,
          ]
        : effects),
    ],
  ];
}

/**
 * Sends the order that waits for a save, once there is none under way; with `always` also during
 * one.
 */
export function sendOut<C>(kind: Kind<C>, document: Document<C>, always = false): Step<C> {
  const { id, revision, sending, saving } = document;
  if (sending.kind !== "sending" || sending.isOut || (saving !== undefined && !always))
    return [document, []];
  return [
    {
      ...document,
      sending: { ...sending, isOut: true },
      unanswered: withUnanswered(kind, document, sending.order.content),
    },
    [
      { kind: "stop", timer: "settle" },
      { kind: "order", id, revision, order: sending.order },
    ],
  ];
}

/** The server has the order, and sends it once the undo window is over. */
export function ordered<C>(
  kind: Kind<C>,
  document: Document<C>,
  { campaignId, undoMs, at }: { campaignId: string; undoMs: number; at: number },
): Step<C> {
  const { sending, isLeft } = document;
  if (sending.kind !== "sending") return [document, []];
  const next = {
    kind: "undoable",
    order: sending.order,
    campaignId,
    undoUntil: at + undoMs,
    isUndoing: false,
  } as const;
  const undoable = { ...document, sending: next };
  return [
    undoable,
    [
      keepOrForget(kind, undoable),
      { kind: "wait", timer: "undo", ms: undoMs },
      ...(isLeft ? [{ kind: "offer undo", order: next.order } as const] : []),
    ],
  ];
}

/** Nothing was ordered, or it is unknown: `refusal` is undefined without an answer. */
export function notOrdered<C>(
  kind: Kind<C>,
  document: Document<C>,
  refusal: Refusal | undefined,
): Step<C> {
  const { sending, content } = document;
  const { sends } = kind;
  if (sending.kind !== "sending" || !sends) return [document, []];
  const isSpent = refusal?.isSpent === true;
  const next: Document<C> = {
    ...document,
    content: isSpent ? sends.under(content, { nonce: sends.fresh() }) : content,
    sending: refusal ? { kind: "refused", refusal } : { kind: "broken" },
    isConfirmed: false,
  };
  // After a refusal for another editor's version, the user sees that version next.
  const find: Effect<C>[] =
    refusal && next.id !== null ? [{ kind: "find", id: next.id, revision: next.revision }] : [];
  return [next, [...later(kind, next), ...find]];
}

/** Undoes the send, unless this editor has learned that it has left. */
export function undoOrder<C>(document: Document<C>): Step<C> {
  const { sending } = document;
  // Too late by the clock of this page; the server decides.
  if (sending.kind === "leaving")
    return [document, [{ kind: "undo order", campaignId: sending.campaignId }]];
  if (sending.kind !== "undoable" || sending.isUndoing) return [document, []];
  return [
    { ...document, sending: { ...sending, isUndoing: true } },
    [{ kind: "undo order", campaignId: sending.campaignId }],
  ];
}

/**
 * The server did not undo it. What becomes of it is asked for all the same: the answer to the undo
 * may have been lost.
 */
export function notUndone<C>(document: Document<C>, why: string): Step<C> {
  const { sending } = document;
  if (sending.kind !== "undoable" && sending.kind !== "leaving") return [document, []];
  const next = sending.kind === "undoable" ? { ...sending, isUndoing: false } : sending;
  return [
    { ...document, sending: next },
    [
      {
        kind: "report",
        report: { kind: "not undone", order: sending.order, why },
        isLeft: document.isLeft,
      },
    ],
  ];
}

/** The button may be pressed again. */
export function rested<C>(document: Document<C>): Step<C> {
  const { sending } = document;
  return [
    sending.kind === "sent" ? { ...document, sending: { ...sending, isResting: false } } : document,
    [],
  ];
}

/** What is said of a send is closed, unless it is under way. */
export function dismissed<C>(document: Document<C>): Step<C> {
  return [isOrdering(document.sending) ? document : { ...document, sending: { kind: "idle" } }, []];
}
