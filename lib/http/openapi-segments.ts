import { attributeTypes } from "@/lib/inputs/attribute";
import { segmentListQuerySchema } from "@/lib/inputs/segment";
import { fixedFields, operators, operatorsOf } from "@/lib/segment/fields";
import { deeds, mostLeaves, mostLevels, mostValues } from "@/lib/segment/rule";
import {
  byServiceKey,
  json,
  queryOf,
  ref,
  responsesOf,
  unknownMembers,
  unsupported,
} from "./openapi-parts";

const rule = ref("SegmentRule");
const list = (description: string) => ({
  type: "array",
  minItems: 1,
  maxItems: mostLeaves,
  items: rule,
  description,
});
const group = (name: string, description: string) => ({
  type: "object",
  required: [name],
  additionalProperties: false,
  properties: { [name]: list(description) },
});
const scalar = { type: ["string", "number", "boolean"] };
const fitting = [
  ...Object.entries(fixedFields),
  ...attributeTypes.map((type) => [type, type] as const),
]
  .map(([field, kind]) => `${field}: ${operatorsOf[kind].join(", ")}`)
  .join("; ");

/** The rule of a segment, as its reader in `lib/segment` takes it. */
export const segmentRuleJson = {
  description: `Which users belong to a segment: at most ${mostLevels} levels and ${mostLeaves} conditions. Unknown members, fields and operators are refused at their pointer.`,
  anyOf: [
    group("all", "True if all of them are."),
    group("any", "True if one of them is."),
    group("none", "True if none of them is."),
    {
      type: "object",
      required: ["field", "op"],
      additionalProperties: false,
      properties: {
        field: {
          type: "string",
          description: `\`attribute.<name>\`, or one of ${Object.keys(fixedFields).join(", ")}.`,
        },
        op: {
          type: "string",
          enum: [...operators],
          description: `Those that fit, by field or by the type of the attribute: ${fitting}.`,
        },
        value: {
          description: `None with exists and notExists. A list of at most ${mostValues} with in and notIn. A duration of ISO 8601, such as P30D, with within and notWithin.`,
          anyOf: [scalar, { type: "array", minItems: 1, maxItems: mostValues, items: scalar }],
        },
      },
    },
    {
      type: "object",
      additionalProperties: false,
      description: "Exactly one of did and didNot.",
      properties: {
        did: { type: "string", enum: [...deeds] },
        didNot: { type: "string", enum: [...deeds] },
        campaign: { type: "string", format: "uuid", description: "The id of a campaign." },
        template: { type: "string", description: "What requests call a template." },
        button: { type: "string", description: "The identifier of a button, with pressed." },
        within: { type: "string", description: "A duration of ISO 8601; to the hour." },
      },
    },
  ],
};

const id = [{ name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } }];
const refusals = ["Failure"] as const;
const noSegment = { description: "This service has no such segment.", refusals };
const noRight = {
  401: { description: "No valid credential.", refusals },
  403: { description: "The key lacks the scope `segments`.", refusals },
} as const;
const body400 = {
  description:
    "Nothing was stored. `errors` has every problem by its pointer: what is wrong with the rule, an attribute that the service has not, and the name of another segment.",
  refusals,
};
const bodyRefusals = {
  413: { description: "The body is larger than 1 MiB.", refusals },
  415: { description: unsupported[415], refusals },
} as const;

export const segmentsPath = {
  get: {
    operationId: "listSegments",
    summary: "List segments",
    security: byServiceKey,
    parameters: queryOf(segmentListQuerySchema),
    responses: responsesOf("listSegments", {
      200: "Segments by name, 50 a page.",
      400: {
        description:
          "`cursor` is not one that a page returned, for example because it was cut short; `errors` names it.",
        refusals,
      },
      ...noRight,
    }),
  },
  post: {
    operationId: "createSegment",
    summary: "Store a segment",
    description: `${unknownMembers} Those of the rule are refused.`,
    security: byServiceKey,
    requestBody: { required: true, content: json(ref("NewSegment")) },
    responses: responsesOf("createSegment", {
      201: "Stored.",
      400: body400,
      ...noRight,
      ...bodyRefusals,
    }),
  },
};

export const segmentPath = {
  get: {
    operationId: "readSegment",
    summary: "Read a segment",
    security: byServiceKey,
    parameters: id,
    responses: responsesOf("readSegment", {
      200: "The segment with its rule.",
      ...noRight,
      404: noSegment,
    }),
  },
  patch: {
    operationId: "changeSegment",
    summary: "Change a segment",
    description: `What the body leaves out stays. Orders that were confirmed with it go out as they were confirmed. ${unknownMembers} Those of the rule are refused.`,
    security: byServiceKey,
    parameters: id,
    requestBody: { required: true, content: json(ref("SegmentChange")) },
    responses: responsesOf("changeSegment", {
      200: "Stored, with its new revision.",
      400: body400,
      ...noRight,
      404: noSegment,
      409: { description: "`revision` is not the latest. Nothing was stored.", refusals },
      ...bodyRefusals,
    }),
  },
  delete: {
    operationId: "removeSegment",
    summary: "Remove a segment",
    description: "Orders that were confirmed with it still go out.",
    security: byServiceKey,
    parameters: id,
    responses: responsesOf("removeSegment", { 200: "Removed.", ...noRight, 404: noSegment }),
  },
};

export const segmentCountPath = {
  get: {
    operationId: "countSegment",
    summary: "Count the users of a segment",
    description: "Exact, for the moment of the call.",
    security: byServiceKey,
    parameters: id,
    responses: responsesOf("countSegment", {
      200: "How many users and devices it has.",
      ...noRight,
      404: noSegment,
      503: {
        description:
          "The count takes too long, or others are running. `Retry-After` says when to try again.",
        refusals,
      },
    }),
  },
};
