"use server";

import { renameMedia as renameMediaVerb } from "@/lib/directory/media/change";
import { listMedia as listMediaView } from "@/lib/directory/media/list";
import { removeMedia as removeMediaVerb } from "@/lib/directory/media/remove";
import { readMediaUsers as readMediaUsersView } from "@/lib/directory/media/used-by";
import { answer } from "@/lib/verb/answer";

/** Reads a page of the media library, for who chooses from it. */
export const listMedia = answer(listMediaView);

/** Returns who uses an image. */
export const readMediaUsers = answer(readMediaUsersView);

/** Gives an image another name. */
export const renameMedia = answer(renameMediaVerb, { changes: ["/media"] });

/** Removes an image, even if it is in use. */
export const removeMedia = answer(removeMediaVerb, { changes: ["/media"] });
