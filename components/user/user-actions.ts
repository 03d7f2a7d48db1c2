import type { addAttribute } from "@/lib/directory/attribute/add";
import type { changeAttribute } from "@/lib/directory/attribute/change";
import type { removeAttribute } from "@/lib/directory/attribute/remove";
import type { importUsers } from "@/lib/directory/user/merge";
import type { ActionOf } from "@/lib/verb/answer";

/** What can be done to the attributes of a service. */
export interface AttributeActions {
  add: ActionOf<typeof addAttribute>;
  change: ActionOf<typeof changeAttribute>;
  remove: ActionOf<typeof removeAttribute>;
}

/** Stores the users of some lines of a file; answers what became of each. */
export type ImportUsers = ActionOf<typeof importUsers>;
