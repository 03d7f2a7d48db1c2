"use client";

import { createContext, use } from "react";
import type { FindMedia } from "./media-actions";

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
