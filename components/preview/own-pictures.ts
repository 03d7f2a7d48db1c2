"use client";

import { createContext, use } from "react";
import { mediaPath, ownMedia } from "@/lib/media/address";
import { whyNotLoaded } from "./loaded";

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
