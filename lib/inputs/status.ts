import { z } from "zod";

/**
 * The query of `GET /resources/v1/messaging/{transid}`: which page of the deliveries, and how long
 * it is.
 */
export const statusQuerySchema = z.object({
  after: z
    .uuid("must be the `next` of the page before")
    .optional()
    .describe("The `next` of the previous page."),
  limit: z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number, at most 1000")
    // As a number for the reference: what is beyond the bounds counts as the bound.
    .meta({
      type: "integer",
      minimum: 1,
      maximum: 1_000,
      default: 100,
      description: "Number of deliveries on a page.",
    })
    .transform(Number)
    .optional(),
});
