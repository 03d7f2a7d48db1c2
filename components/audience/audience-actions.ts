import type { applyStaged } from "@/lib/directory/audience/apply-staged";
import type { changeAudience } from "@/lib/directory/audience/change";
import type { compareStaged, ListUse } from "@/lib/directory/audience/compare-staged";
import type { editRecipient } from "@/lib/directory/audience/edit-recipient";
import type { extendAudience } from "@/lib/directory/audience/extend";
import type { beginAudience, createAudience } from "@/lib/directory/audience/fill";
import type { removeAudience } from "@/lib/directory/audience/remove";
import type { removeRecipients } from "@/lib/directory/audience/remove-recipients";
import type { renameColumns } from "@/lib/directory/audience/rename-columns";
import type { stageRecipients } from "@/lib/directory/audience/stage";
import type { ActionOf, EachActionOf } from "@/lib/verb/answer";

/** The steps that create a list: begin it, fill it in pieces (`send-piece`), close it. */
export interface FillActions {
  /** Returns the id of the new list. */
  begin: ActionOf<typeof beginAudience>;
  /** Returns how many recipients it has. A problem at `/name` is mended by another name. */
  finish: ActionOf<typeof createAudience>;
}

/** What can be done to a list that is there. */
export interface ChangeActions {
  change: ActionOf<typeof changeAudience>;
  remove: ActionOf<typeof removeAudience>;
  /** Answers for each, in their order. */
  removeEach: EachActionOf<typeof removeAudience>;
}

/** What can be done to the recipients of a list. */
export interface EditActions {
  add: ActionOf<typeof extendAudience>;
  /** Answers a conflict where the recipient has other values than `was` says. */
  edit: ActionOf<typeof editRecipient>;
  rename: ActionOf<typeof renameColumns>;
  /** Answers those that were removed, with the values that they had. */
  remove: ActionOf<typeof removeRecipients>;
  /**
   * Begins to stage recipients for the list. Answers the id of the staging area that they are added
   * to.
   */
  stage: ActionOf<typeof stageRecipients>;
  compare: ActionOf<typeof compareStaged>;
  /**
   * Returns how many recipients the list has now; a conflict where it was edited since it was
   * compared.
   */
  apply: ActionOf<typeof applyStaged>;
}

/** A list whose recipients are edited. */
export interface EditedList {
  id: string;
  name: string;
  parameters: readonly string[];
  revision: number;
  use: ListUse;
}
