import type { ListUse, StagedComparison } from "@/lib/directory/audience/compare-staged";
import type { Answer } from "@/lib/inputs/answer";
import type {
  AddRecipients,
  ApplyStaged,
  EditRecipient,
  RemoveRecipients,
  RenameColumns,
  Staged,
} from "@/lib/inputs/audience-edit";

/** What can be done to the recipients of a list. */
export interface EditActions {
  add: (recipients: AddRecipients) => Promise<Answer<{ added: number; repeats: number }>>;
  /** Answers a conflict where the recipient has other values than `was` says. */
  edit: (recipient: EditRecipient) => Promise<Answer<unknown>>;
  rename: (columns: RenameColumns) => Promise<Answer<unknown>>;
  /** Answers those that were removed, with the values that they had. */
  remove: (recipients: RemoveRecipients) => Promise<Answer<AddRecipients["recipients"]>>;
  /**
   * Begins to stage recipients for the list. Answers the id of the staging area that they are added
   * to.
   */
  stage: (list: { id: string }) => Promise<Answer<string>>;
  compare: (staged: Staged) => Promise<Answer<StagedComparison>>;
  /**
   * Returns how many recipients the list has now; a conflict where it was edited since it was
   * compared.
   */
  apply: (staged: ApplyStaged) => Promise<Answer<number>>;
}

/** A list whose recipients are edited. */
export interface EditedList {
  id: string;
  name: string;
  parameters: readonly string[];
  revision: number;
  use: ListUse;
}
