import { attemptWith } from "./attempt";
import { keep, keepOrForget, later, type Step } from "./content";
import { isDue, newDocument, type Document, type Kind } from "./document";
import type { Effect } from "./events";
import {
  isOrdering,
  type Order,
  type Press,
  type Progress,
  type Refusal,
  type Report,
  type Sending,
} from "./order";
import { goOn, withUnanswered } from "./saving";

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
const firstPollMs = 100;
const mostPollMs = 2_000;
/** A poll without an answer is followed by another after so long (milliseconds). */
const pollTimeoutMs = 10_000;
/** After so many milliseconds of polling the outcome is left open. */
const patienceMs = 60_000;

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
  // Whoever was refused for another editor's version sees that version next.
  const find: Effect<C>[] =
    refusal && next.id !== null ? [{ kind: "find", id: next.id, revision: next.revision }] : [];
  return [next, [...later(kind, next), ...find]];
}

/** Undoes the send, as long as it is not known to have left. */
export function undoOrder<C>(document: Document<C>): Step<C> {
  const { sending } = document;
  // Too late, as far as is known here: the server says so.
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

/** The undo window is over, or the user ends it. */
export function leaving<C>(document: Document<C>, isReleased: boolean): Step<C> {
  const { sending } = document;
  if (sending.kind !== "undoable") return [document, []];
  const { order: of, campaignId } = sending;
  return [
    {
      ...document,
      sending: {
        kind: "leaving",
        order: of,
        campaignId,
        progress: undefined,
        waitedMs: 0,
        polls: 0,
        isAsking: false,
      },
    },
    [
      { kind: "stop", timer: "undo" },
      ...(isReleased ? [{ kind: "release", campaignId } as const] : []),
      { kind: "wait", timer: "poll", ms: firstPollMs },
    ],
  ];
}

/** Asks what became of it; gives up where it has asked for long enough. */
export function poll<C>(kind: Kind<C>, document: Document<C>): Step<C> {
  const { sending } = document;
  if (sending.kind !== "leaving") return [document, []];
  const { progress, waitedMs, campaignId } = sending;
  if (waitedMs >= patienceMs)
    return ended(kind, document, {
      kind: "sent",
      order: sending.order,
      campaignId,
      progress,
      isResting: true,
    });
  return [
    {
      ...document,
      sending: {
        ...sending,
        polls: sending.polls + 1,
        waitedMs: waitedMs + pollTimeoutMs,
        isAsking: true,
      },
    },
    [
      { kind: "wait", timer: "poll", ms: pollTimeoutMs },
      { kind: "poll", campaignId },
    ],
  ];
}

/** An answer of the server about the send. */
export function progressed<C>(
  kind: Kind<C>,
  document: Document<C>,
  { of, progress }: { of: string; progress: Progress | undefined },
): Step<C> {
  const { sending } = document;
  if (sending.kind !== "leaving" || sending.campaignId !== of) return [document, []];
  const { order: sent, campaignId, polls } = sending;
  if (progress?.state === "draft")
    return undone(kind, document, { id: campaignId, revision: progress.revision });
  if (progress?.state === "failed")
    return ended(
      kind,
      document,
      { kind: "failed", campaignId, problem: progress.problem ?? "It was not accepted." },
      sent,
    );
  if (progress && hasLeft(progress))
    return ended(kind, document, {
      kind: "sent",
      order: sent,
      campaignId,
      progress,
      isResting: true,
    });
  const pauseMs = Math.min(firstPollMs * 1.5 ** polls, mostPollMs);
  // The wait for this answer was counted whole when it was asked for.
  const waitedMs = sending.waitedMs - (sending.isAsking ? pollTimeoutMs : 0) + pauseMs;
  return [
    {
      ...document,
      sending: { ...sending, progress: progress ?? sending.progress, waitedMs, isAsking: false },
    },
    [{ kind: "wait", timer: "poll", ms: pauseMs }],
  ];
}

/** It was accepted; what takes several requests, or has to wait, is under way. */
function hasLeft({ state, undoMs, requests, problem }: Progress): boolean {
  return state !== "sending" || (undoMs === 0 && (requests > 1 || problem !== null));
}

/** The send was undone: the document is a draft again. */
export function undone<C>(
  kind: Kind<C>,
  document: Document<C>,
  draft: { id: string; revision: number },
): Step<C> {
  const { sending } = document;
  if (sending.kind !== "undoable" && sending.kind !== "leaving") return [document, []];
  return followed(kind, document, sending.order, { kind: "idle" }, draft, {
    kind: "undone",
    order: sending.order,
  });
}

/** The send has ended otherwise: another document follows. */
function ended<C>(
  kind: Kind<C>,
  document: Document<C>,
  sending: Extract<Sending<C>, { kind: "sent" | "failed" }>,
  of: Order<C> = (sending as Extract<Sending<C>, { kind: "sent" }>).order,
): Step<C> {
  const report =
    sending.kind === "failed" ? "failed" : sending.progress === undefined ? "unknown" : "left";
  const [next, effects] = followed(kind, document, of, sending, undefined, {
    kind: report,
    order: of,
  });
  return [
    next,
    [...effects, ...(sending.kind === "sent" ? [{ kind: "wait", timer: "press" } as const] : [])],
  ];
}

function followed<C>(
  kind: Kind<C>,
  document: Document<C>,
  { content: confirmed }: Order<C>,
  sending: Sending<C>,
  draft: { id: string; revision: number } | undefined,
  report: Report<C>,
): Step<C> {
  const { content, history, can, isLeft } = document;
  const { sends } = kind;
  // What was ordered once has its nonce for good: an order that arrives late sends nothing.
  const fresh = (one: C) => (sends ? sends.under(one, { nonce: sends.fresh() }) : one);
  const asIs = (one: C) => (draft ? one : kind.next(one));
  const next = {
    ...newDocument(asIs(confirmed), draft),
    content: fresh(asIs(content)),
    sending,
    history,
    can,
    isLeft,
  };
  const begun: Effect<C>[] = [
    ...(["keep", "save", "retry", "undo", "poll"] as const).map(
      (timer) => ({ kind: "stop", timer }) as const,
    ),
    { kind: "forget" },
    { kind: "belong", id: next.id },
    { kind: "report", report, isLeft },
  ];
  const [gone, effects] = isLeft
    ? goOn(kind, next)
    : ([next, isDue(kind, next) ? later(kind, next) : []] as const);
  return [gone, [...begun, ...effects]];
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
