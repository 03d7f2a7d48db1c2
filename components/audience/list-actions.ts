import type { changeAudience } from "@/lib/directory/audience/change";
import type { beginAudience, createAudience } from "@/lib/directory/audience/fill";
import type { removeAudience } from "@/lib/directory/audience/remove";
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
