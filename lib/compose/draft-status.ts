import type { MergedFields } from "./merge";

/** Where the newest version is kept. */
export type DraftStatus =
  | { kind: "untouched" }
  | { kind: "saving" }
  | { kind: "saved"; at: number }
  /** The server cannot be reached or fails: kept in this tab, and tried again. */
  | { kind: "local"; why: string }
  /** As it stands the server will never keep it; the message says why. Kept in this tab, and tried again when it has changed. */
  | { kind: "refused"; message: string }
  /** Somebody else saved; `merged` is what merging would make of both, absent where their version cannot be read. */
  | { kind: "conflict"; by: string; revision: number; merged: MergedFields | undefined }
  | { kind: "gone"; state: string };

/** How it stands once the server has the newest version, which it may have had from the start. */
export function savedStatus(at: number | undefined): DraftStatus {
  return at === undefined ? { kind: "untouched" } : { kind: "saved", at };
}
