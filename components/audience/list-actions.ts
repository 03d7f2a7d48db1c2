import type { AudienceChange } from "@/lib/directory/audience/change";
import type { AudienceInput, AudienceRecipientInput } from "@/lib/inputs/audience";

/** What the server answered: a value, or why not. */
export type Answer<T> = { ok: true; value: T } | { ok: false; message: string };

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
