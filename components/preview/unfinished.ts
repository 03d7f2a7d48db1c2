"use client";

import { createContext, use } from "react";

/** What of a message is not finished, and drawn all the same. */
export interface UnfinishedParts {
  /** Its text: a placeholder stands in its place. */
  text: boolean;
  /** Positions of buttons that do not know yet what they do. */
  buttons: readonly number[];
  /** All that is unfinished, in words: "the text", "what a tap opens". */
  words: readonly string[];
}

export const finished: UnfinishedParts = { text: false, buttons: [], words: [] };

const UnfinishedContext = createContext<UnfinishedParts>(finished);
export const UnfinishedProvider = UnfinishedContext.Provider;

/** What the parts of a picture mark as unfinished. */
export function useUnfinished(): UnfinishedParts {
  return use(UnfinishedContext);
}
