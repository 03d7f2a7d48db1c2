import { z } from "zod";
import { parseJson } from "@/lib/interface/exact-json";
import { readJsonText } from "@/lib/interface/json";
import { BODY_BYTES, PAYLOAD_BYTES } from "@/lib/interface/limits";
import type { PushRequestInput } from "@/lib/interface/request";
import { campaignDraftSchema, revision } from "./campaign";
import { orderTimes } from "./order-times";
import { filled, idText, mostValueLength, text } from "./text";

/**
 * What sending looks at before the request is read by all rules of the interface, as any other is.
 * So other problems are reported at their place.
 */
const lookedAtSchema = z.looseObject({
  appid: text(200),
  message: z
    .looseObject({
      template: text(PAYLOAD_BYTES).optional(),
      parameters: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
});

/**
 * A composed request: its text and the parsed text, which is parsed once and passed on with it.
 * Only `appid` and the template's name are checked to be texts.
 */
export interface ComposedRequest {
  /**
   * The very text that the JSON tab shows. It stays text, because its bytes are what is accepted.
   */
  readonly body: string;
  readonly request: PushRequestInput;
}

/**
 * A text that was accepted as {@link ComposedRequest} before. Throws `SyntaxError` when it is no
 * JSON.
 */
export function composedOf(body: string): ComposedRequest {
  return { body, request: parseJson(body) as PushRequestInput };
}

/** A request as the composer sends it, as text. */
export const composedSchema = text(BODY_BYTES).transform((body, context): ComposedRequest => {
  const read = readJsonText(body);
  const looked =
    "value" in read ? lookedAtSchema.safeParse(read.value).error?.issues : read.problems;
  for (const issue of looked ?? [])
    context.addIssue({
      code: "custom",
      message: issue.message,
      path: "path" in issue ? issue.path : [],
    });
  return "value" in read ? { body, request: read.value as unknown as PushRequestInput } : z.NEVER;
});

/** Names a try, so that it is one message however often it is sent. */
export const nonce = filled(64);

/** Names that a segment is evaluated with values for: a template has fewer. */
const mostSegmentParameters = 1_000;
const parameterName = z.string().regex(/^\w{1,64}$/);
/**
 * Where values come from, by parameter: a column of the list ("" for none), a default, and what
 * becomes of recipients who have neither.
 */
export const valueChoices = {
  columns: z.record(parameterName, z.union([parameterName, z.literal("")])).optional(),
  defaults: z.record(parameterName, text(mostValueLength)).optional(),
  lacking: z.record(parameterName, z.enum(["leave out", "send as written"])).optional(),
};

/**
 * The language of its template that everybody gets, "" for the default text; null or left out: each
 * recipient that of their device.
 */
export const templateLanguage = text(35).nullable().optional();

/** Messages a minute that a campaign may be limited to, at most. */
export const mostRate = 1_000_000;

/** A segment, and when it is decided who is in it. */
const segmentChoice = z.object({ id: idText, evaluation: z.enum(["send", "confirmation"]) });

/** Who a message goes to beyond what its request says. */
export const reachSchema = z
  .object({
    audienceId: idText.nullable(),
    segment: segmentChoice.optional(),
    moreAppids: z.array(text(200)).max(500).readonly(),
    ...valueChoices,
    language: templateLanguage,
    /** Messages a minute; null or left out: as fast as it goes. */
    rate: z
      .int("takes a whole number of messages")
      .min(1, "takes 1 or more; leave it empty for no limit")
      .max(mostRate, `takes at most ${mostRate.toLocaleString("en")}`)
      .nullable()
      .optional(),
    /** Frequency caps do not apply to it. Only members who may `campaign.exempt` set it. */
    necessary: z.boolean().optional(),
  })
  .refine(({ audienceId, segment }) => audienceId === null || segment === undefined, {
    error: "Choose a list or a segment, not both.",
    path: ["segment"],
  });

/**
 * The version of the template that was looked at; left out where the request names none, or pins
 * one.
 */
export const templateVersion = z.int32().positive().optional();

/**
 * The revision of the list or segment whose recipients were confirmed; left out, or null, where
 * there is none.
 */
export const listRevision = z.int32().positive().nullable().optional();

/** Arguments of sending. A draft that cannot be stored (`draftProblem`) is left out. */
export const sendSchema = z.object({
  request: composedSchema,
  nonce,
  campaign: campaignDraftSchema.optional(),
  reach: reachSchema.default({ audienceId: null, moreAppids: [] }),
  templateVersion,
  listRevision,
});
/**
 * Arguments of evaluating a segment for a message: the names that stand in its texts or that its
 * template has, and the attributes that were chosen for them.
 */
export const drawSegmentSchema = z.object({
  id: idText,
  parameters: z.array(parameterName).max(mostSegmentParameters).readonly(),
  columns: valueChoices.columns,
});
/** Arguments of counting what sending would amount to. */
export const planSchema = z.object({
  request: composedSchema,
  reach: reachSchema,
  /** It would go out in each recipient's time: they are counted by zone. */
  zoned: z.boolean().default(false),
});
/** Arguments of setting when a draft is sent. */
export const scheduleSchema = z.object({
  id: idText,
  revision,
  startsAt: text(100),
  timezone: text(100),
  ...orderTimes,
  request: composedSchema,
  reach: reachSchema,
  templateVersion,
  listRevision,
  /**
   * It follows its template: what is published when it is sent counts, and not what is published
   * now.
   */
  followTemplate: z.boolean().default(false),
});
/** Arguments of a test call to a notify URL; checked as those of a request are. */
export const notifyurlCheckSchema = z.object({
  appid: text(200),
  notifyurl: z.string().optional(),
  notifyurlAuthId: z.string().optional(),
  callbackData: z.string().optional(),
  correlationid: z.string().optional(),
});
