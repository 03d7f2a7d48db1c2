import { z } from "zod";
import { mostUserDevices } from "@/lib/inputs/user";
import { deviceKinds, platforms } from "@/lib/interface/device-kinds";
import { failureSchema, problemSchema, queuedSchema } from "@/lib/interface/reply";
import { deliveryStates } from "@/lib/interface/update";

const count = z.int().nonnegative();
const moment = z.iso.datetime();
const version = z.int().min(1);

/** One thing wrong with a call. `rule` and `code` come with those that the interface reports. */
const callProblem = z.object({
  pointer: z.string().describe("RFC 6901 pointer into the body or the query; empty for all of it."),
  message: z.string(),
  rule: z.string().optional(),
  code: problemSchema.shape.code.optional(),
});

/** Why a call was refused: every refusal that is not a reply of the interface. */
export const callErrorSchema = z.object({
  error: z.string().describe("One sentence."),
  problems: z.array(callProblem).optional(),
});

/**
 * A stored draft or version that cannot be read, with the facts that can still be read: of a draft,
 * its whole row.
 */
const unreadableSchema = z.looseObject({
  ...callErrorSchema.required().shape,
  revision: count.describe("Of the draft: the one that a PUT replaces."),
  version: version.nullable().describe("The version that cannot be read; null for the draft."),
  published: version.nullish(),
  archived: z.boolean().optional(),
  by: z.string().nullish(),
  at: moment.nullish(),
});

const messageSchema = z.object({
  transid: z.uuid(),
  state: z.string().describe("accepted, sending, or done."),
  acceptedAt: moment,
  counts: z.object(
    Object.fromEntries(deliveryStates.map((state) => [state, count])) as Record<
      (typeof deliveryStates)[number],
      typeof count
    >,
  ),
  deliveries: z.array(
    z.object({
      destination: z.string(),
      destinationType: z.string(),
      platform: z.enum([...platforms, ""]).describe("Empty for an unknown user."),
      status: z.enum(deliveryStates),
      code: z.string(),
      description: z.string(),
      updatedAt: moment,
    }),
  ),
  next: z.string().nullable().describe("The `after` of the next page; null on the last one."),
});

const receiptsSchema = z.object({
  accepted: count.describe("Number of recorded receipts."),
  problems: z.array(callProblem).optional().describe("What is wrong with the others, 100 at most."),
});

const deviceSchema = z.object({
  pushid: z
    .string()
    .describe("The push id in its normalized form; of a browser subscription, a short id."),
  deviceid: z.string(),
  warnings: z
    .array(problemSchema)
    .optional()
    .describe(
      "Members that were stored but cannot be read, `language` and `timezone`, and attributes of the user that do not fit and were not stored.",
    ),
});

const removedSchema = z.object({
  removed: count.describe(
    "Number of removed devices, or of devices that the user was removed from.",
  ),
});

const templateRowSchema = z.object({
  id: z.string(),
  appid: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  state: z.enum(["draft", "published", "changed", "archived"]),
  published: version.nullable(),
  publishedAt: moment.nullable(),
  platforms: z.array(z.enum(platforms)),
  uses: count.describe("Messages of the last 30 days."),
  lastUsedAt: moment.nullable(),
});

const templateSchema = z.object({
  appid: z.string(),
  id: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  published: version.nullable().describe("The version that requests use that pin none."),
  archived: z.boolean(),
  version: version.nullable().describe("The version that this is; null for the draft."),
  revision: count.describe("Of the draft, for PUT and publishing."),
  hash: z.string().nullable().describe("SHA-256 of what the version sends, hex; null for a draft."),
  by: z
    .string()
    .nullable()
    .describe("Who last saved the draft or first published this version; null for programs."),
  at: moment.nullable().describe("When that was."),
  content: z
    .record(z.string(), z.unknown())
    .describe(
      "`blocks`, `parameters`, `samples` and `languages`; of a draft as far as they are written.",
    ),
});

const writtenSchema = z.object({
  created: z.boolean(),
  unchanged: z.boolean().describe("The draft, or the published version, already had this content."),
  revision: count.describe("Of the draft."),
  problems: z.array(callProblem).readonly().describe("What would prevent publishing."),
  warnings: z.array(callProblem).readonly().describe("What is doubtful."),
});

const warnings = z
  .array(problemSchema)
  .optional()
  .describe("Unknown members of the body, which were ignored; absent where there is none.");

const userMembers = {
  userid: z.string(),
  attributes: z
    .record(z.string(), z.unknown())
    .describe(
      "Text, number, boolean, or a date of ISO 8601 as text, by the name of its attribute.",
    ),
  language: z.string().nullable(),
  timezone: z.string().nullable(),
  firstSeenAt: moment.nullable().describe("When a device of theirs registered first; null: never."),
  lastSeenAt: moment.nullable().describe("When one registered last, to some minutes."),
};
const userSchema = z.object({ ...userMembers, warnings });
const readUserSchema = z.object({
  ...userMembers,
  devices: z
    .array(
      z.object({
        appid: z.string(),
        deviceid: z.string(),
        kind: z.enum(deviceKinds),
        model: z.string().nullable(),
        os: z.string().nullable(),
        language: z.string().nullable(),
        timezone: z.string().nullable(),
        state: z.string().describe("active, invalid or removed."),
        lastSeenAt: moment,
      }),
    )
    .describe(`In all apps of the service, those seen last first, ${mostUserDevices} at most.`),
});

const segmentMembers = { id: z.uuid(), name: z.string(), revision: version };
const segmentWords = z.string().describe("The rule in words.");
const segmentRule = z.unknown().describe("As it was stored, in the form of `SegmentRule`.");
const segmentSchema = z.object({ ...segmentMembers, rule: segmentRule, warnings });
const readSegmentSchema = z.object({
  ...segmentMembers,
  rule: segmentRule,
  words: segmentWords,
  faults: z
    .array(problemSchema)
    .describe("What of the rule does not fit the attributes of the service any more."),
  createdAt: moment,
  updatedAt: moment,
});
/** How a campaign stands after a call that steers it. */
const steeredSchema = z.object({ state: z.enum(["paused", "sending", "stopped"]) });

/**
 * What each public call answers when it succeeds, by `operationId` and status. The reference
 * describes it, and the tests parse every answer with it.
 */
export const answers = {
  sendMessage: { 200: queuedSchema },
  readMessage: { 200: messageSchema },
  reportReceipts: { 200: receiptsSchema },
  registerDevice: { 200: deviceSchema, 201: deviceSchema },
  removeDevice: { 200: removedSchema },
  replayUpdates: {
    200: z.object({
      replayed: count.describe("Number of updates that are sent again, 10,000 at most."),
      more: z
        .literal(true)
        .optional()
        .describe("There may be more. Call again with the same body until it is absent."),
    }),
  },
  postToInbox: { 200: z.object({ received: z.literal(true) }) },
  listTemplates: {
    200: z.object({
      templates: z.array(templateRowSchema),
      next: z.string().nullable().describe("The `after` of the next page; null on the last one."),
    }),
  },
  readTemplate: { 200: templateSchema },
  writeTemplate: { 200: writtenSchema, 201: writtenSchema },
  previewTemplate: { 200: writtenSchema },
  publishTemplate: { 200: z.object({ version }) },
  readUser: { 200: readUserSchema },
  writeUser: { 200: userSchema, 201: userSchema },
  changeUser: { 200: userSchema, 201: userSchema },
  clearUser: { 200: z.object({ removed: count.describe("Number of removed attributes.") }) },
  mergeUsers: {
    200: z.object({
      stored: count.describe("Number of stored users."),
      failed: z
        .array(z.object({ index: count, pointer: z.string(), message: z.string() }))
        .describe(
          "The first problem of each user that was not stored, with a pointer into the call.",
        ),
      warnings,
    }),
  },
  listSegments: {
    200: z.object({
      segments: z.array(
        z.object({ ...segmentMembers, createdAt: moment, updatedAt: moment, words: segmentWords }),
      ),
      cursor: z.string().nullable().describe("Of the next page; null on the last one."),
    }),
  },
  createSegment: { 201: segmentSchema },
  readSegment: { 200: readSegmentSchema },
  changeSegment: { 200: segmentSchema },
  removeSegment: { 200: z.object({ removed: z.literal(true) }) },
  countSegment: {
    200: z.object({
      users: count,
      devices: count.describe("Their devices in use, in all apps of the service."),
      at: moment.describe("The moment that it was counted for."),
      exact: z.literal(true),
    }),
  },
  pauseCampaign: { 200: steeredSchema },
  resumeCampaign: { 200: steeredSchema },
  stopCampaign: { 200: steeredSchema },
  readReference: { 200: z.looseObject({ openapi: z.string() }) },
} as const satisfies Record<string, Partial<Record<number, z.ZodType>>>;

/** A public call, by its `operationId`. */
export type Operation = keyof typeof answers;

/** Schemas that others refer to by name in the reference. */
export const components: ReadonlyMap<z.core.$ZodType, string> = new Map<z.core.$ZodType, string>([
  [queuedSchema, "Queued"],
  [callProblem, "CallProblem"],
  [messageSchema, "MessageStatus"],
  [deviceSchema, "RegisteredDevice"],
  [templateSchema, "ReadTemplate"],
  [templateRowSchema, "TemplateRow"],
  [writtenSchema, "WrittenTemplate"],
  [userSchema, "User"],
  [readUserSchema, "UserWithDevices"],
  [segmentSchema, "Segment"],
  [readSegmentSchema, "ReadSegment"],
]);

/**
 * Refusals, by their names in the reference: of the interface, of other calls, and of a template
 * that cannot be read.
 */
export const refusals = {
  Failure: failureSchema,
  CallError: callErrorSchema,
  UnreadableTemplate: unreadableSchema,
};
/** One of {@link refusals}. */
export type Refusal = keyof typeof refusals;
