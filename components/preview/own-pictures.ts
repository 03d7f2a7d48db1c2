"use client";

import { createContext, use } from "react";
import { mediaPath, ownMedia } from "@/lib/media/address";
import { isFetched } from "@/lib/payload/fetched";

const OriginContext = createContext<string | undefined>(undefined);
/**
 * Provides previews with the public address of the console: pictures of its own library are loaded
 * from wherever it is open, over http too.
 */
export const OwnPicturesProvider = OriginContext.Provider;

/** Where a preview gets a picture from, or why it does not ask for it, in words for its place. */
export function usePictureSource(url: string): { src: string } | { why: string } {
  const origin = use(OriginContext);
  const own = origin === undefined ? undefined : ownMedia(url, origin);
  if (own) return { src: mediaPath(own) };
  const why = whyNotLoaded(url);
  return why === undefined ? { src: url } : { why };
}

/**
 * Why a preview does not ask for a picture, in words for its place; undefined when it does. The
 * console's Content-Security-Policy loads over https alone. A device may be less strict; what each
 * does is shown at the field.
 */
export function whyNotLoaded(url: string): string | undefined {
  if (!isFetched(url)) return "Picture not found";
  return new URL(url).protocol === "https:" ? undefined : "Not shown here: not https";
}
