import type { Answer } from "@/lib/inputs/arguments";
import type { AudienceChange, AudienceInput, AudienceRecipientInput } from "@/lib/inputs/audience";

/** How a list is made: begun, filled in parts, closed. */
export interface FillActions {
  /** Answers the id of the new list. */
  begin: (input: AudienceInput) => Promise<Answer<string>>;
  /** Adding the same part twice is harmless. */
  add: (id: string, recipients: AudienceRecipientInput[]) => Promise<Answer<undefined>>;
  /** Answers how many recipients it has. */
  finish: (id: string) => Promise<Answer<number>>;
}

export type ChangeListAction = (id: string, change: AudienceChange) => Promise<Answer<undefined>>;
