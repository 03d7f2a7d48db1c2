import { z } from "zod";
import { campaignDraftSchema } from "./campaign";
import { composedSchema, listRevision, reachSchema, templateVersion } from "./compose";
import { orderTimes } from "./order-times";
import { idText, text } from "./text";

/** Characters of what an asker or an approver writes with it. */
export const mostNote = 1_000;
/** Open requests of each kind that Home lists; one more is read, to know whether there are more. */
export const mostOpenApprovals = 20;
const note = text(mostNote).default("");

/**
 * Arguments of asking a second person to approve a send: the request, and the time where it is not
 * sent as soon as it is approved. The draft is stored with it.
 */
export const askApprovalSchema = z.object({
  request: composedSchema,
  campaign: campaignDraftSchema,
  reach: reachSchema.default({ audienceId: null, moreAppids: [] }),
  templateVersion,
  listRevision,
  at: z
    .object({
      startsAt: text(100),
      timezone: text(100),
      ...orderTimes,
      followTemplate: z.boolean().default(false),
    })
    .optional(),
  note,
});

/** Arguments of approving or declining. `sha256` is of what was looked at. */
export const decideApprovalSchema = z.object({
  id: idText,
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "takes 64 hexadecimal digits"),
  approve: z.boolean(),
  reason: note,
});
