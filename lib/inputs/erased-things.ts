import { z } from "zod";

/** What a removal changes, in the order in which it is shown. */
export const erasedThings = [
  "devices",
  "recipients",
  "messages",
  "deliveries",
  "updates",
  "campaigns",
  "templates",
  "suppressions",
] as const;
export type ErasedThing = (typeof erasedThings)[number];

/** Rows that were removed or emptied, by what they were; those without any are left out. */
export const countsSchema = z.partialRecord(z.enum(erasedThings), z.int().nonnegative());
export type Counts = z.output<typeof countsSchema>;

/** Both together. */
export function sumOf(one: Counts, other: Counts): Counts {
  return Object.fromEntries(
    erasedThings.flatMap((thing) => {
      const n = (one[thing] ?? 0) + (other[thing] ?? 0);
      return n === 0 ? [] : [[thing, n]];
    }),
  );
}
