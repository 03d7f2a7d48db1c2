"use server";

import { renameMedia } from "@/lib/directory/media/change";
import { listMedia } from "@/lib/directory/media/list";
import { removeMedia } from "@/lib/directory/media/remove";
import { readMediaUsers } from "@/lib/directory/media/used-by";
import { answer } from "@/lib/verb/answer";

/** Reads a page of the media library, for who chooses from it. */
export const findMedia = answer(listMedia);

/** Returns who uses an image. */
export const findMediaUsers = answer(readMediaUsers);

/** Gives an image another name. */
export const renameImage = answer(renameMedia, { changes: ["/media"] });

/** Removes an image, even if it is in use. */
export const removeImage = answer(removeMedia, { changes: ["/media"] });
