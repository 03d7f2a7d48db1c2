import { z } from "zod";

/** The query of `GET /resources/v1/messaging/{transid}`: which page of the deliveries, and how long it is. */
export const statusQuerySchema = z.object({
  after: z.uuid("must be the `next` of the page before").optional(),
  limit: z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number, at most 1000")
    .transform(Number)
    .optional(),
});
