import type { Attempt } from "./attempt";
import { historyOf, type History } from "./history";
import { isOrdering, type SendState } from "./order";

/**
 * What an editor edits: a campaign, a template, or any later kind. The machine of {@link reduce}
 * knows nothing of a content but this.
 *
 * `C` is a content as the form holds it. A content is never changed in place: another content is
 * another object.
 */
export interface Kind<C> {
  /** The same text for contents that need no save between them. */
  text: (content: C) => string;
  /** The text that the server stores. */
  write: (content: C) => string;
  /**
   * Merges two contents that began with `base`, field by field. Where both changed a field to
   * something else, `mine` stays and the field is in `both`.
   */
  merge: (base: C, mine: C, theirs: C) => Merge<C>;
  /** Returns why the server would never store a content; undefined where it would. */
  contentProblem: (content: C) => string | undefined;
  /**
   * An older content, or another editor's, with what undo does not go back in and what is this
   * editor's own.
   */
  restore: (content: C, now: C) => C;
  /**
   * What changes in other fields with what was written; absent of a kind whose fields stand alone.
   */
  follow?: (content: C) => C;
  /** The content of the document that follows one that was sent. */
  next: (content: C) => C;
  /** How a content is sent; absent of a kind that is not. */
  sends?: ContentNonce<C>;
}

/** The nonce that a content is sent under. */
export interface ContentNonce<C> {
  attempt: (content: C) => Attempt;
  under: (content: C, attempt: Attempt) => C;
  /** A new nonce. */
  fresh: () => string;
}

/** Two contents in one. */
export interface Merge<C> {
  content: C;
  /** Names of the fields that only the other editor changed. */
  theirs: readonly string[];
  /** Names of the fields that both changed. */
  both: readonly string[];
}

/** A version that the server has. */
export interface ServerVersion<C> {
  revision: number;
  /** Who saved it. */
  by: string;
  /** When, ISO 8601; absent or null where unknown. */
  at?: string | null;
  /** As it is stored. */
  text: string;
  /** Undefined where this editor cannot read it. */
  content: C | undefined;
}

/** Why nothing is saved until a user has decided. */
export type Stop<C> =
  /** Another editor saved, and both changed the same field. */
  | { kind: "conflict"; theirs: ServerVersion<C> }
  /** It was sent, scheduled, archived or deleted elsewhere. */
  | { kind: "gone"; state: string }
  /** This editor scheduled it, or asked for approval. */
  | { kind: "handed over" };

/** A document in the making. */
export interface Document<C> {
  /** Null until the server has it. */
  id: string | null;
  /** Of the version that {@link base} is; 0 where the server has none. */
  revision: number;
  content: C;
  /** The content that the server has at {@link revision}, which `content` was written from. */
  base: C;
  /**
   * The server has something else than {@link base}, or may have: the content is saved in any case.
   */
  isStale: boolean;
  /** Milliseconds UTC; undefined where this editor has saved nothing yet. */
  savedAt: number | undefined;
  /** The content of the save under way. There is never a second one. */
  saving: C | undefined;
  /**
   * Contents that were sent to be stored and have no answer, oldest first: a version of the server
   * that is one of them is this editor's own.
   */
  unanswered: readonly C[];
  /** The content that the server will never store, and why. */
  refused: { content: C; message: string } | undefined;
  /** Why the last save has no answer. */
  away: string | undefined;
  stop: Stop<C> | undefined;
  /** A user has confirmed the content: nothing is merged into it. */
  isConfirmed: boolean;
  /**
   * What becomes of the content that is sent. While it is under way nothing is saved or followed.
   */
  sending: SendState<C>;
  /** The page of the editor was left: nothing waits. */
  isLeft: boolean;
  history: History<C>;
  /**
   * What undo and redo offer; follows the history once typing rests, so that no button appears
   * under a press.
   */
  can: { undo: boolean; redo: boolean };
}

/** A document as this tab stores it until the server has it. */
export interface TabCopy<C> {
  content: C;
  base: C;
  revision: number;
  unanswered: readonly C[];
}

/** Whether the server has something else than the content. */
export function isDue<C>(kind: Kind<C>, { isStale, content, base }: Document<C>): boolean {
  return isStale || kind.text(content) !== kind.text(base);
}

/** Whether the content would be lost with this tab. */
export function isUnsaved<C>(kind: Kind<C>, document: Document<C>): boolean {
  return (
    document.stop?.kind !== "handed over" &&
    (document.saving !== undefined || isDue(kind, document))
  );
}

/**
 * Whether this tab has something that the server may not have: words, or the nonce of a send that
 * has not ended.
 */
export function isKept<C>(kind: Kind<C>, document: Document<C>): boolean {
  const { sending, content } = document;
  // The server has what was ordered: only what was written since is this tab's alone.
  if (sending.kind === "undoable" || sending.kind === "leaving")
    return kind.text(content) !== kind.text(sending.order.content);
  return isUnsaved(kind, document) || kind.sends?.attempt(content).body !== undefined;
}

/** Whether nothing is saved until a user has decided, or until a send has ended. */
export function isHalted<C>({ stop, sending }: Document<C>): boolean {
  return stop !== undefined || isOrdering(sending);
}

/** Whether a text that the server has is one of those contents. */
export function isOwn<C>(kind: Kind<C>, unanswered: readonly C[], text: string): boolean {
  return unanswered.some((one) => kind.write(one) === text);
}

/**
 * Opens a document with what only this tab has of it. That goes on from the server's version where
 * it was written from it, or where that version is a save of this tab whose answer was lost. With
 * any other version the first save conflicts, and the two are merged.
 *
 * @param stored the version that the server has; undefined for a new document
 * @param content its content, or what a new document begins with
 */
export function openDocument<C>(
  kind: Kind<C>,
  stored: { id: string; revision: number; text: string } | undefined,
  content: C,
  tabCopy: TabCopy<C> | undefined,
): Document<C> {
  const opened = newDocument(content, stored);
  if (!tabCopy) return opened;
  const { sends } = kind;
  // What was sent without an answer is sent again under the same nonce.
  if (kind.text(tabCopy.content) === kind.text(content))
    return sends
      ? { ...opened, content: sends.under(content, sends.attempt(tabCopy.content)) }
      : opened;
  const { base, revision, unanswered } = tabCopy;
  const isFrom =
    revision === (stored?.revision ?? 0) ||
    (stored !== undefined && isOwn(kind, unanswered, stored.text));
  return {
    ...opened,
    ...(!isFrom && { base, revision }),
    content: tabCopy.content,
    unanswered,
    history: historyOf(tabCopy.content),
  };
}

/** A document of which nothing is under way. */
export function newDocument<C>(
  content: C,
  at: { id: string; revision: number } | undefined,
): Document<C> {
  return {
    id: at?.id ?? null,
    revision: at?.revision ?? 0,
    content,
    base: content,
    isStale: false,
    savedAt: undefined,
    saving: undefined,
    unanswered: [],
    refused: undefined,
    away: undefined,
    stop: undefined,
    isConfirmed: false,
    sending: { kind: "idle" },
    isLeft: false,
    history: historyOf(content),
    can: { undo: false, redo: false },
  };
}
