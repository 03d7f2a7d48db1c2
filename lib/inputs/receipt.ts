import { z } from "zod";

const name = (most: number) => z.string().min(1).max(most);

/** One receipt of a device (contract 8). */
export const receiptSchema = z
  .object({
    transid: name(100).describe("The transid that came with the notification."),
    deviceid: name(200).optional().describe("The device, as it registered; or else its pushid."),
    pushid: name(4_096).optional().describe("The push identifier that the notification came to."),
    event: z.enum(["delivered", "read", "dismissed"]),
    button: name(64).optional().describe("Identifier of the button that was pressed."),
    reply: z.string().max(4_096).optional().describe("What was typed."),
    at: z.iso
      .datetime({ offset: true })
      .optional()
      .transform((text) => (text === undefined ? new Date() : new Date(text)))
      .describe("When it happened, ISO 8601; now when left out."),
  })
  .refine(({ deviceid, pushid }) => deviceid !== undefined || pushid !== undefined, {
    message: "deviceid or pushid is needed",
    path: ["deviceid"],
  });

/** A receipt that was read. */
export type Receipt = z.output<typeof receiptSchema>;

/** Receipts in one call at most. */
export const mostReceipts = 1_000;
