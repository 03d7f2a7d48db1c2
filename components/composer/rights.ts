import type { Verdict } from "@/lib/policy/can";

/** What the member may do with a message in this service, and why not. */
export interface ComposerRights {
  test: Verdict;
  schedule: Verdict;
  send: Verdict;
  checkNotifyurl: Verdict;
  lookAtImages: Verdict;
  uploadMedia: Verdict;
  /** To mark it as necessary. */
  exempt: Verdict;
}

/** Why a button is off: its title; undefined where it is on. */
export function reasonOf(verdict: Verdict): string | undefined {
  return verdict.ok ? undefined : verdict.reason;
}
