import { z } from "zod";
import { updateCodes, type UpdateCode } from "./codes";
import { destinationKeys } from "./device-kinds";
import { deliveryStatuses } from "./update";

/** Raised when a member is added, taken away or means something else: receivers check against a version. */
export const updateSchemaVersion = 1;

const codes = Object.keys(updateCodes) as [UpdateCode, ...UpdateCode[]];
const text = z.string();

/** Body of a delivery update (contract 7), as its receivers get it: every member is text, and none is left out but `interaction`. */
export const deliveryUpdateSchema = z.strictObject({
  deliveryInfoNotification: z.strictObject({
    deliveryInfo: z.strictObject({
      timeStamp: z.iso.datetime({ offset: true }).describe("When it happened, with milliseconds and offset."),
      pushId: text.describe("The push identifier of the device; empty where nobody told it."),
      Description: text.describe("What the code says, in words."),
      code: z.enum(codes).describe("7501 submitted, 7500 delivered, 7502 read; any other one says why it failed."),
      deliveryChannel: z.literal("push"),
      destination: text.describe("The recipient, as the request named it."),
      interaction: z
        .strictObject({ Button_Pressed: text, pushref: text, reply: text.optional() })
        .optional()
        .describe("Of a read message, where a button was pressed, a reply written or the request has a pushref."),
      destinationType: z.enum([...destinationKeys, ""]),
      deviceid: text,
      deliveryStatus: z.enum(deliveryStatuses),
    }),
    subtid: z.literal(""),
    transid: z.uuid(),
    callbackData: text.describe("What the request gave as `callbackData`."),
    correlationid: text.describe("The recipient’s own, else the request’s."),
  }),
});
