import type { Spelling } from "./text-field";

/** The spelling of a list of texts, one a line. */
export const asLines: Spelling = {
  toText: (value) => (Array.isArray(value) ? value.join("\n") : ""),
  toValue: (text) => text.split("\n"),
};
