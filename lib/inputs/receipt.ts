import { z } from "zod";
import { deviceMoment } from "./moment";
import { filled, givenId, mostRecipientId, text } from "./text";

/** One receipt of a device (contract 8). */
export const receiptSchema = z
  .object({
    transid: filled(100).describe("The transid from the notification."),
    deviceid: givenId(200)
      .optional()
      .describe("The id that the device registered with, or else its pushid."),
    pushid: text(mostRecipientId)
      .optional()
      .transform((id) => id || undefined)
      .describe("The push identifier that the notification came to."),
    event: z.enum(["delivered", "read", "dismissed"]),
    button: text(64)
      .optional()
      .transform((id) => id || undefined)
      .describe("Identifier of the button that was pressed."),
    reply: text(4_096).optional().describe("The reply that the user typed."),
    at: deviceMoment
      .optional()
      .transform((at) => at ?? new Date())
      .describe(
        "When it happened by the clock of the device: ISO 8601 with Z or an offset. If left out, now.",
      ),
  })
  .refine(({ deviceid, pushid }) => deviceid !== undefined || pushid !== undefined, {
    message: "deviceid or pushid is needed",
    path: ["deviceid"],
  })
  // Said once more for the reference: a refinement is not in it.
  .meta({ anyOf: [{ required: ["deviceid"] }, { required: ["pushid"] }] });

type ReceiptRead = z.output<typeof receiptSchema>;
/** A receipt that was read. An empty text counts as absent (contract 4). */
export type Receipt = Omit<ReceiptRead, "pushid" | "button"> &
  Partial<Pick<ReceiptRead, "pushid" | "button">>;

/** Receipts in one call at most. */
export const mostReceipts = 1_000;
