"use server";

import { listMedia as listMediaView } from "@/lib/directory/media/list";
import { removeMedia as removeMediaVerb } from "@/lib/directory/media/remove";
import { renameMedia as renameMediaVerb } from "@/lib/directory/media/rename";
import { readMediaUsers as readMediaUsersView } from "@/lib/directory/media/used-by";
import { paths } from "@/lib/inputs/paths";
import { answer } from "@/lib/verb/answer";

export const listMedia = answer(listMediaView);
export const readMediaUsers = answer(readMediaUsersView);
export const renameMedia = answer(renameMediaVerb, { changes: [paths.media()] });
export const removeMedia = answer(removeMediaVerb, { changes: [paths.media()] });
