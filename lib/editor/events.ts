import type { TabCopy, ServerVersion } from "./document";
import type { Order, Press, Progress, Refusal, Report } from "./order";
import type { Edit } from "./path";

/**
 * What a document waits for: each is one timer, which another wait of the same name starts again.
 */
export type Timer =
  /** Typing rests: what was typed becomes one step of the history. */
  | "rest"
  /** The content is stored in this tab. */
  | "keep"
  /** The content is saved. */
  | "save"
  /** A save that had no answer is tried again. */
  | "retry"
  /** A send has waited long enough for the save under way. */
  | "settle"
  /** The undo window of a send is over. */
  | "undo"
  /** The server is asked what became of a send. */
  | "poll"
  /** The button that sends may be pressed again. */
  | "press";

/** What happens to a document. */
export type EditorEvent<C> =
  /**
   * Fields were written, together: what a user types, or what a choice puts into several of them.
   */
  | { kind: "edit"; edits: readonly Edit[] }
  /**
   * A template, an example, JSON or a fix takes the place of the content: one step of the history.
   */
  | { kind: "adopt"; content: C }
  /** The focus moved: what was typed before is a step of the history. */
  | { kind: "part" }
  | { kind: "undo" }
  | { kind: "redo" }
  | { kind: "elapsed"; timer: Timer }
  /** A save is wanted now, also of a new document without any edit. */
  | { kind: "flush" }
  /** Answers to a save. `at`: milliseconds UTC. */
  | { kind: "saved"; id: string; revision: number; at: number }
  | { kind: "conflict"; theirs: ServerVersion<C>; at: number }
  | { kind: "gone"; state: string }
  | { kind: "refused"; message: string }
  | { kind: "lost"; why: string }
  | { kind: "online" }
  /** Something happened to it at the server. */
  | { kind: "changed" }
  /** What the server has, in answer to the effect `find`. */
  | { kind: "found"; of: string; theirs: ServerVersion<C> | { state: string }; at: number }
  /** The user decides about a conflict. */
  | { kind: "take"; which: "mine" | "theirs" | "both" }
  /** The user goes on with the content as another document. */
  | { kind: "fork" }
  /** The content is confirmed, to be scheduled or approved. */
  | { kind: "confirm" }
  /** Nothing came of what was confirmed. */
  | { kind: "unconfirm" }
  /** It was scheduled, or waits for approval. */
  | { kind: "handed over" }
  /** A user pressed Send, and confirmed. */
  | ({ kind: "order" } & Press<C>)
  /** Answers to an order. `at`: milliseconds on a clock that never jumps. */
  | { kind: "ordered"; campaignId: string; undoMs: number; at: number }
  | { kind: "order refused"; refusal: Refusal }
  | { kind: "order lost" }
  /** The user undoes the send. */
  | { kind: "undo order" }
  | { kind: "undone"; id: string; revision: number }
  | { kind: "not undone"; why: string }
  /** The user does not wait for the end of the undo window. */
  | { kind: "release" }
  /** The answer to the effect `poll`; undefined where there is none. */
  | { kind: "progress"; of: string; progress: Progress | undefined }
  /** The user closes what is said of a send. */
  | { kind: "dismiss" }
  /** The page is hidden or about to be unloaded. */
  | { kind: "hide" }
  /** Another page of the console took the place of the editor. */
  | { kind: "leave" }
  /** The editor is on the page. */
  | { kind: "enter" };

/** What is to be done, in this order. */
export type Effect<C> =
  | { kind: "save"; id: string | null; revision: number; content: C }
  /** Asks the server what it has; the answer is the event `found`. */
  | { kind: "find"; id: string; revision: number }
  /** Stores it in this tab. */
  | { kind: "keep"; tabCopy: TabCopy<C> }
  /** Removes it from this tab. */
  | { kind: "forget" }
  /** From here on this tab stores it under that id; null for a new document. */
  | { kind: "belong"; id: string | null }
  /** `ms`: where it is not always the same. */
  | { kind: "wait"; timer: Timer; ms?: number }
  | { kind: "stop"; timer: Timer }
  /**
   * Puts the content into the form: what is at those paths, or all of it. A field that was typed in
   * has its value already.
   */
  | { kind: "show"; content: C; paths?: readonly string[] }
  /** Says that another editor's changes were merged into the content. */
  | { kind: "announce"; by: string; fields: readonly string[] }
  | { kind: "order"; id: string | null; revision: number; order: Order<C> }
  | { kind: "undo order"; campaignId: string }
  | { kind: "release"; campaignId: string }
  /** Asks what became of a send; the answer is the event `progress`. */
  | { kind: "poll"; campaignId: string }
  /** Offers to undo a send on the page that took the place of the editor. */
  | { kind: "offer undo"; order: Order<C> }
  /** Says how a send ended; `isLeft`: on the page that took the place of the editor. */
  | { kind: "report"; report: Report<C>; isLeft: boolean }
  /** Loads the page again: theirs cannot be read here. */
  | { kind: "reload" };
