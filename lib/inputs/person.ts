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
