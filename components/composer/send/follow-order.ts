import type { Sent } from "@/lib/campaign/send";
import type { Answer } from "@/lib/inputs/answer";
import { sentenceOf } from "@/lib/inputs/answer";
import type { SendFate } from "@/lib/results/send-fate";

/** What can be done with, and asked about, what was ordered. */
export interface OrderActions {
  /** Takes it back, as long as it is held: answers the draft that it is again. */
  undo: (input: { id: string }) => Promise<Answer<{ id: string; revision: number }>>;
  /** Lets it go at once. */
  release: (input: { id: string }) => Promise<Answer<null>>;
  fateOf: (input: { id: string }) => Promise<Answer<SendFate>>;
}

/** How it ended with what was ordered. */
export type Outcome =
  /** It is a draft again. */
  | { kind: "undone"; id: string; revision: number }
  /** It was accepted; what takes several requests is under way. */
  | { kind: "left"; fate: SendFate }
  | { kind: "failed"; problem: string }
  /** Nobody answers. The service sends it all the same. */
  | { kind: "unknown" };

/** What was ordered, until it has left or was taken back. It does not depend on the page: the service keeps it. */
export interface FollowedOrder {
  done: Promise<Outcome>;
  /** Answers why it cannot be taken back; undefined when it was. */
  undo: () => Promise<string | undefined>;
  goAhead: () => void;
}

const tickMs = 200;
const firstLookMs = 100;
const mostLookMs = 2_000;
const patienceMs = 60_000;

/**
 * Follows what was ordered.
 *
 * @param onLeft told the seconds that are left, several times a second, and undefined when there are none
 */
export function followOrder(
  actions: OrderActions,
  { campaignId: id, heldMs }: Sent,
  onLeft: (left: number | undefined) => void,
): FollowedOrder {
  let resolve: (outcome: Outcome) => void = () => undefined;
  const done = new Promise<Outcome>((settle) => (resolve = settle));
  let ended = false;
  const end = (outcome: Outcome) => {
    ended = true;
    clearInterval(timer);
    onLeft(undefined);
    resolve(outcome);
  };
  const until = performance.now() + heldMs;
  const leave = (release: boolean) => {
    clearInterval(timer);
    onLeft(undefined);
    const released = release ? actions.release({ id }).catch(() => undefined) : undefined;
    void Promise.resolve(released)
      .then(() => look(actions, id, () => ended))
      .then((outcome) => outcome && !ended && end(outcome));
  };
  const timer = setInterval(() => {
    const rest = Math.ceil((until - performance.now()) / 1_000);
    if (rest > 0) onLeft(rest);
    else leave(false);
  }, tickMs);
  onLeft(Math.ceil(heldMs / 1_000) || undefined);
  return {
    done,
    goAhead: () => leave(true),
    undo: async () => {
      try {
        const answer = await actions.undo({ id });
        if (!answer.ok) return sentenceOf(answer);
        if (!ended) end({ kind: "undone", ...answer.value });
        return undefined;
      } catch {
        return "No answer from the service. Try again while there is time.";
      }
    },
  };
}

/** Asks until it is known what became of it. */
async function look({ fateOf }: OrderActions, id: string, ended: () => boolean): Promise<Outcome | undefined> {
  const until = performance.now() + patienceMs;
  let last: SendFate | undefined;
  for (let pauseMs = firstLookMs; performance.now() < until && !ended(); pauseMs = Math.min(pauseMs * 1.5, mostLookMs)) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const answer = await fateOf({ id }).catch(() => undefined);
    if (!answer?.ok) continue;
    last = answer.value;
    const outcome = outcomeOf(id, last);
    if (outcome) return outcome;
  }
  return ended() ? undefined : last ? { kind: "left", fate: last } : { kind: "unknown" };
}

function outcomeOf(id: string, fate: SendFate): Outcome | undefined {
  const { state, heldMs, requests, problem, revision } = fate;
  if (state === "draft") return { kind: "undone", id, revision };
  if (state === "failed") return { kind: "failed", problem: problem ?? "It was not accepted." };
  if (state !== "sending") return { kind: "left", fate };
  return heldMs === 0 && (requests > 1 || problem !== null) ? { kind: "left", fate } : undefined;
}
