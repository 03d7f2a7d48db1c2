import type { addSegment } from "@/lib/directory/segment/add";
import type { changeSegment } from "@/lib/directory/segment/change";
import type { findRuleChoices } from "@/lib/directory/segment/choices";
import type { removeSegment } from "@/lib/directory/segment/remove";
import type { readSegmentUsers } from "@/lib/directory/segment/used-by";
import type { ActionOf, EachActionOf } from "@/lib/verb/answer";

/** What the editor of a segment does at the server. */
export interface EditSegmentActions {
  add: ActionOf<typeof addSegment>;
  change: ActionOf<typeof changeSegment>;
  find: ActionOf<typeof findRuleChoices>;
}

/** What removes segments. */
export interface RemoveSegmentActions {
  remove: ActionOf<typeof removeSegment>;
  removeEach: EachActionOf<typeof removeSegment>;
  findUsers: ActionOf<typeof readSegmentUsers>;
}
