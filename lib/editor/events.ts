import type { Kept, Stored } from "./document";

/** What a document waits for: each is one timer, which another wait of the same name starts again. */
export type Timer =
  /** Typing rests: what was typed becomes one step of the history. */
  | "rest"
  /** The content is stored in this tab. */
  | "keep"
  /** The content is saved. */
  | "save"
  /** A save that had no answer is tried again. */
  | "retry";

/** What happens to a document. */
export type EditorEvent<C> =
  /** A field was written. */
  | { kind: "edit"; content: C }
  /** A template, an example, JSON or a fix takes the place of the content: one step of the history. `from` is the content that it replaces. */
  | { kind: "adopt"; content: C; from?: C }
  /** The focus moved: what was typed before is a step of the history. */
  | { kind: "part" }
  | { kind: "undo" }
  | { kind: "redo" }
  | { kind: "elapsed"; timer: Timer }
  /** A save is wanted now, of a new document too that nobody has written in. */
  | { kind: "flush" }
  /** Answers to a save. `at`: milliseconds UTC. */
  | { kind: "saved"; id: string; revision: number; at: number }
  | { kind: "conflict"; theirs: Stored<C>; at: number }
  | { kind: "gone"; state: string }
  | { kind: "refused"; message: string }
  | { kind: "lost"; why: string }
  | { kind: "online" }
  /** Something happened to it at the server. */
  | { kind: "changed" }
  /** What the server has, in answer to the effect `find`. */
  | { kind: "found"; of: string; theirs: Stored<C> | { state: string }; at: number }
  /** The user decides about a conflict. */
  | { kind: "take"; which: "mine" | "theirs" | "both" }
  /** The user goes on with the content as another document. */
  | { kind: "fork" }
  /** The content is confirmed, to be scheduled or approved. */
  | { kind: "confirm" }
  /** What was confirmed is being sent. */
  | { kind: "order"; confirmed: C }
  /** It was not sent, scheduled or asked about. */
  | { kind: "not ordered" }
  /** It was sent: what was written since `confirmed` is the next document. */
  | { kind: "ordered"; confirmed: C }
  /** The send was undone: it is a draft again, at this revision. */
  | { kind: "undone"; confirmed: C; id: string; revision: number }
  /** It was scheduled, or waits for approval. */
  | { kind: "handed over" }
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
  | { kind: "keep"; kept: Kept<C> }
  /** Removes it from this tab. */
  | { kind: "forget" }
  /** From here on this tab stores it under that id; null for a new document. */
  | { kind: "belong"; id: string | null }
  | { kind: "wait"; timer: Timer }
  | { kind: "stop"; timer: Timer }
  /** Puts the content into the form. */
  | { kind: "show"; content: C }
  /** Says that another editor's changes were merged into the content. */
  | { kind: "announce"; by: string; fields: readonly string[] }
  /** Loads the page again: theirs cannot be read here. */
  | { kind: "reload" };
