import type { Spelling } from "./text-field";

/** The spelling of a list of texts, one a line. */
export const asLines: Spelling = {
  shown: (held) => (Array.isArray(held) ? held.join("\n") : ""),
  kept: (text) => text.split("\n"),
};
