import { later, type Step } from "./content";
import { isDue, newDocument, type Document, type Kind } from "./document";
import type { Effect } from "./events";
import type { Order, Progress, Report, SendState } from "./order";
import { goOn } from "./saving";

const firstPollMs = 100;
const mostPollMs = 2_000;
/** A poll without an answer is followed by another after so long (milliseconds). */
const pollTimeoutMs = 10_000;
/** After so many milliseconds of polling the outcome is left open. */
const patienceMs = 60_000;

/** Begins to wait for the outcome: the undo window is over, or the user ends it. */
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

/** Takes an answer of the server about the send. */
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

/** Makes the document a draft again: the send was undone. */
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
  sending: Extract<SendState<C>, { kind: "sent" | "failed" }>,
  of: Order<C> = (sending as Extract<SendState<C>, { kind: "sent" }>).order,
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
  sending: SendState<C>,
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
