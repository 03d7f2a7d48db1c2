import type { renameMedia } from "@/lib/directory/media/change";
import type { listMedia } from "@/lib/directory/media/list";
import type { removeMedia } from "@/lib/directory/media/remove";
import type { readMediaUsers } from "@/lib/directory/media/used-by";
import type { ActionOf } from "@/lib/verb/answer";

/** Reads a page of the library of a service. */
export type FindMedia = ActionOf<typeof listMedia>;

/** Returns who uses a picture. */
export type FindMediaUsers = ActionOf<typeof readMediaUsers>;

/** What can be done to pictures of the library. */
export interface MediaChanges {
  rename: ActionOf<typeof renameMedia>;
  remove: ActionOf<typeof removeMedia>;
}
