import type { AudienceChange, AudienceFinish, AudienceInput, AudienceRecipientInput } from "@/lib/inputs/audience";
import type { Answer } from "@/lib/inputs/answer";

/** How a list is made: begun, filled in parts, closed. */
export interface FillActions {
  /** Returns the id of the new list. */
  begin: (list: AudienceInput) => Promise<Answer<string>>;
  /** Adding the same part twice is harmless. */
  add: (part: { id: string; recipients: AudienceRecipientInput[] }) => Promise<Answer<unknown>>;
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
