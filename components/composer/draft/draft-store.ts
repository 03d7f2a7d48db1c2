import type { Composition } from "@/lib/compose/composition";
import { readReach } from "@/lib/compose/reach";
import type { Written } from "@/lib/compose/merge";
import type { SavedVersion } from "@/lib/compose/newest";
import { keyOfDraft, keyOfLeft } from "./draft-key";

/** The part of `Storage` that is used. */
type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** A composition that only this tab has. */
export interface LocalDraft extends Composition {
  /** The name that a user gave it; absent while it is named by its content. */
  name?: string | undefined;
  /** The version at the server that it was written from; revision 0 where there was none. */
  base: { revision: number; name?: string | undefined; written: Written };
  /** Drafts that were sent to be saved and have no answer, oldest first. */
  unanswered: readonly string[];
}

export interface DraftStore {
  read: () => LocalDraft | undefined;
  write: (draft: LocalDraft) => void;
  clear: () => void;
  /** From here on it is the draft of another campaign; null for one that the server does not have yet. */
  belongTo: (campaign: string | null) => void;
  /** Tells the page that comes next which draft was left at the address of a new message: it got its own while that page was asked for already. */
  leave: (version: SavedVersion) => void;
}

/**
 * Keeps what is typed across a reload until the server has it: in this tab alone, gone with it, so that nothing of it is left on a shared machine.
 *
 * @param who whose draft it is: the member's id, and the service's that it is written in
 * @param campaign which; null for one that the server does not have yet
 */
export function draftStore(store: Store | undefined, who: string, campaign: string | null): DraftStore {
  let key = keyOfDraft(who, campaign);
  return {
    read: () => {
      try {
        const value: unknown = JSON.parse(store?.getItem(key) ?? "null");
        if (!isComposition(value) || !isBase(value["base"]) || !Array.isArray(value["unanswered"])) return undefined;
        const base = { ...value["base"], written: withReach(value["base"].written) };
        return { ...withReach(value), base } as unknown as LocalDraft;
      } catch {
        return undefined;
      }
    },
    // A store that is full or forbidden must not stop anybody from writing a message.
    write: (draft) => {
      try {
        store?.setItem(key, JSON.stringify(draft));
      } catch {
        return;
      }
    },
    clear: () => store?.removeItem(key),
    belongTo: (id) => {
      key = keyOfDraft(who, id);
    },
    leave: (version) => {
      try {
        store?.setItem(keyOfLeft(who), JSON.stringify(version));
      } catch {
        return;
      }
    },
  };
}

/** What the page before left by {@link DraftStore.leave}; undefined when it left nothing. Stays until {@link forgetLeft}. */
export function leftBehind(store: Store | undefined, who: string): SavedVersion | undefined {
  try {
    const value: unknown = JSON.parse(store?.getItem(keyOfLeft(who)) ?? "null");
    if (!isObject(value)) return undefined;
    const { id, revision, name, draft } = value;
    if (typeof id !== "string" || typeof revision !== "number" || typeof name !== "string" || typeof draft !== "string") return undefined;
    return { id, revision, name, draft };
  } catch {
    return undefined;
  }
}

/** Forgets what the page before left. */
export function forgetLeft(store: Store | undefined, who: string): void {
  store?.removeItem(keyOfLeft(who));
}

/** Reads the draft of a campaign; undefined when it is none that this form can hold. */
export function readDraft(text: string): Composition | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isComposition(value) ? (withReach(value) as unknown as Composition) : undefined;
  } catch {
    return undefined;
  }
}

function withReach(value: Record<string, unknown>): Record<string, unknown> {
  return { ...value, reach: readReach(value["reach"]) };
}

function isBase(value: unknown): value is { written: Record<string, unknown> } {
  return isObject(value) && typeof value["revision"] === "number" && isWritten(value["written"]);
}

function isComposition(value: unknown): value is Record<string, unknown> {
  return isWritten(value) && isObject(value["attempt"]) && typeof value["attempt"]["nonce"] === "string";
}

function isWritten(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const { request, shared } = value;
  if (!isObject(request) || !isObject(shared)) return false;
  const channels = request["channels"];
  return (
    typeof request["appid"] === "string" &&
    Array.isArray(request["destination"]) &&
    request["destination"].every(isObject) &&
    (channels === undefined || (isObject(channels) && (channels["push"] === undefined || isObject(channels["push"])))) &&
    ["title", "text", "image"].every((part) => typeof shared[part] === "string")
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
