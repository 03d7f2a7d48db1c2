import { z } from "zod";
import { deliveryStatuses, updateCodes, type UpdateCode } from "./codes";
import { destinationKeys } from "./device-kinds";

/**
 * Increases when a member is added, removed or changes its meaning: receivers check against a
 * version.
 */
export const updateSchemaVersion = 1;

const codes = Object.keys(updateCodes) as [UpdateCode, ...UpdateCode[]];
const text = z.string();

/**
 * Body of a delivery update (contract 7), as its receivers get it: every member is text, and none
 * is left out but `interaction`.
 */
export const deliveryUpdateSchema = z.strictObject({
  deliveryInfoNotification: z.strictObject({
    deliveryInfo: z.strictObject({
      timeStamp: z.iso
        .datetime({ offset: true })
        .describe("When it happened, with milliseconds and offset."),
      pushId: text.describe("The push identifier of the device; empty if it is unknown."),
      Description: text.describe("The meaning of the code, in words."),
      code: z
        .enum(codes)
        .describe("7501 submitted, 7500 delivered, 7502 read; any other code says why it failed."),
      deliveryChannel: z.literal("push"),
      destination: text.describe("The recipient, as named in the request."),
      interaction: z
        .strictObject({ Button_Pressed: text, pushref: text, reply: text.optional() })
        .optional()
        .describe(
          "For a read message, if a button was pressed, a reply was written, or the request has a pushref.",
        ),
      destinationType: z.enum([...destinationKeys, ""]),
      deviceid: text,
      deliveryStatus: z.enum(deliveryStatuses),
    }),
    subtid: z.literal(""),
    transid: z.uuid(),
    callbackData: text.describe("The `callbackData` of the request."),
    correlationid: text.describe("That of the recipient, or else that of the request."),
  }),
});
