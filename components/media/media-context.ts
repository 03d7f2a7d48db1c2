"use client";

import { createContext, use } from "react";
import type { listMedia } from "@/lib/directory/media/list";
import type { removeMedia } from "@/lib/directory/media/remove";
import type { renameMedia } from "@/lib/directory/media/rename";
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

/** The media library of a service, for forms that name pictures. */
export interface Media {
  serviceId: string;
  /** Public address of the console. */
  origin: string;
  find: FindMedia;
  mayUpload: boolean;
}

const MediaContext = createContext<Media | undefined>(undefined);
/** Lets the fields of a form choose from the library. */
export const MediaProvider = MediaContext.Provider;

/** The library around; undefined where there is none to choose from. */
export function useMedia(): Media | undefined {
  return use(MediaContext);
}
