import { z } from "zod";
import { withoutEdges } from "@/lib/interface/text";
import { pageInput } from "./page";
import { filled, idText, mostRecipientId } from "./text";

const userid = filled(mostRecipientId).overwrite(withoutEdges);

/** Whose data is looked for. */
export const personSchema = z.object({ serviceId: idText, userid });

export type PersonInput = z.input<typeof personSchema>;

/**
 * Whose data is removed; the user id is typed once more, so that no person is removed by a slip.
 */
export const erasePersonSchema = personSchema
  .extend({ confirmation: userid })
  .refine(({ userid: id, confirmation }) => id === confirmation, {
    path: ["confirmation"],
    error: "Type the user ID exactly as above.",
  });
export type ErasePersonInput = z.input<typeof erasePersonSchema>;

/** Which receipts of a service are listed. */
export const erasuresSchema = z.object({ serviceId: z.string(), ...pageInput });

/** What a removal changes, in the order in which it is shown. */
export const erasedThings = [
  "users",
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
