import { z } from "zod";
import type { PushRequestInput } from "@/lib/interface/request";
import { campaignDraftSchema, revision } from "./campaign";
import { filled, idText, text } from "./text";

/**
 * A request as the composer sends it: what sending looks at before the request is read by all rules of the interface, as any other is. So what else is wrong
 * with it is told where it stands.
 */
export const composedSchema = z
  .looseObject({
    appid: text(200),
    message: z.looseObject({ template: text(4_096).optional(), parameters: z.record(z.string(), z.string()).optional() }).optional(),
  })
  .transform((request) => request as unknown as PushRequestInput);

/** Names a try, so that it is one message however often it is sent. */
export const nonce = filled(64);

const reachSchema = z.object({ audienceId: idText.nullable(), moreAppids: z.array(text(200)).max(500) });

/** Arguments of sending. */
export const sendSchema = z.object({
  request: composedSchema,
  nonce,
  campaign: campaignDraftSchema.optional(),
  reach: reachSchema.optional(),
});
/** Arguments of counting what sending would amount to. */
export const planSchema = z.object({ request: composedSchema, reach: reachSchema });
/** Arguments of setting when a draft is sent. */
export const scheduleSchema = z.object({
  id: idText,
  schedule: z.object({ revision, startsAt: text(100), timezone: text(100), request: composedSchema, reach: reachSchema }),
});
/** Arguments of calling a notify URL. What the call is made of is judged as a request's would be. */
export const notifyurlCheckSchema = z.object({
  request: z.object({
    appid: text(200),
    notifyurl: z.string().optional(),
    notifyurlAuthId: z.string().optional(),
    callbackData: z.string().optional(),
    correlationid: z.string().optional(),
  }),
});
