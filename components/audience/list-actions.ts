import type { Answer } from "@/lib/inputs/answer";
import type { AudienceChange, AudienceFinish, AudienceInput } from "@/lib/inputs/audience";

/** The steps that create a list: begin it, fill it in pieces (`send-piece`), close it. */
export interface FillActions {
  /** Returns the id of the new list. */
  begin: (list: AudienceInput) => Promise<Answer<string>>;
  /** Returns how many recipients it has. A problem at `/name` is mended by another name. */
  finish: (list: AudienceFinish) => Promise<Answer<number>>;
}

/** What can be done to a list that is there. */
export interface ChangeActions {
  change: (change: AudienceChange) => Promise<Answer<unknown>>;
  remove: (list: { id: string }) => Promise<Answer<unknown>>;
  /** Answers for each, in their order. */
  removeEach: (lists: readonly { id: string }[]) => Promise<Answer<readonly Answer<unknown>[]>>;
}
