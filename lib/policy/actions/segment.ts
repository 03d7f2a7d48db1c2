import { z } from "zod";
import { audited, quoted, renamed, type ActionEntry } from "./entry";

/** Not the rule: it may name a person, and the log stays when that person's data is removed. */
const segment = z.strictObject({ name: z.string(), conditions: z.int().nonnegative() });

/** Segments of a service. */
export const segmentActions = {
  "segment.read": { least: "viewer", scope: "segments" },
  "segment.add": audited({
    least: "marketer",
    scope: "segments",
    event: segment,
    words: ({ name }) => `created the segment${quoted(name)}`,
  }),
  "segment.change": audited({
    least: "marketer",
    scope: "segments",
    event: z.strictObject({ before: segment, after: segment, rule: z.boolean() }),
    words: (event) =>
      (event.rule ? undefined : renamed("segment", event)) ??
      `changed the rule of the segment${quoted(event.after.name)}`,
  }),
  "segment.remove": audited({
    least: "marketer",
    scope: "segments",
    event: z.strictObject({ name: z.string() }),
    words: ({ name }) => `deleted the segment${quoted(name)}`,
  }),
} as const satisfies Record<string, ActionEntry>;
