import type { Problem } from "@/lib/interface/problem";

/** What a user confirmed to be sent. */
export interface Order<C> {
  content: C;
  nonce: string;
  /** The text of the request, exactly as it is sent. */
  request: string;
  recipients: number;
  /** The version of its template that was shown; undefined where it has none. */
  templateVersion: number | undefined;
  /** The revision of the list whose recipients were confirmed; null where it goes to none. */
  listRevision: number | null;
}

/** A press of Send. */
export interface Press<C> extends Omit<Order<C>, "nonce"> {
  /**
   * What makes it another order: its request, and the recipients that the request does not name.
   */
  body: string;
}

/** Why an order was refused. */
export interface Refusal {
  /** Rules of the interface that it breaks. */
  problems: readonly Problem[];
  /** What stands in the way although no rule is broken. */
  obstacle: string | undefined;
  /** Another version of its template is published than the one that was shown. */
  isOutdated: boolean;
  /** Its nonce names an order that was undone: the next try needs another one. */
  isSpent: boolean;
}

/** How far the server has come with an order. */
export interface Progress {
  /** `draft`: it was undone. */
  state: string;
  /** Of the draft, where it was undone. */
  revision: number;
  /** Milliseconds in which it can still be undone. */
  undoMs: number;
  /** Requests that it takes. */
  requests: number;
  /** The message that it became; the first of several. */
  transid: string | null;
  /** Why not all of it was accepted, or why it does not go on for the moment. */
  problem: string | null;
}

/** What becomes of a content that is sent. */
export type SendState<C> =
  | { kind: "idle" }
  /** `isOut`: the server was asked; before that a save is under way. */
  | { kind: "sending"; order: Order<C>; isOut: boolean }
  /**
   * The server has it and sends it once the undo window is over. `undoUntil`: milliseconds on the
   * clock of `ordered`.
   */
  | { kind: "undoable"; order: Order<C>; campaignId: string; undoUntil: number; isUndoing: boolean }
  /** The undo window is over, and the outcome is still open. `waitedMs`: for an answer. */
  | {
      kind: "leaving";
      order: Order<C>;
      campaignId: string;
      progress: Progress | undefined;
      waitedMs: number;
      polls: number;
      isAsking: boolean;
    }
  /**
   * `progress`: undefined where the server did not answer. `isResting`: the button takes no second
   * press yet.
   */
  | {
      kind: "sent";
      order: Order<C>;
      campaignId: string;
      progress: Progress | undefined;
      isResting: boolean;
    }
  | { kind: "failed"; campaignId: string; problem: string }
  | { kind: "refused"; refusal: Refusal }
  /**
   * No answer came: it may have been ordered or not. A second try under the same nonce is the same
   * order.
   */
  | { kind: "broken" };

/** Whether a content is being sent: nothing is saved or followed meanwhile. */
export function isOrdering<C>({ kind }: SendState<C>): boolean {
  return kind === "sending" || kind === "undoable" || kind === "leaving";
}

/** How an order ended, or why it could not be undone. */
export type Report<C> = { order: Order<C> } & (
  | { kind: "undone" }
  | { kind: "left" }
  | { kind: "failed" }
  | { kind: "unknown" }
  | { kind: "not undone"; why: string }
);
