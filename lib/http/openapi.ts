import { deviceSchema, removalSchema } from "@/lib/inputs/device";
import { mostReceipts, receiptSchema } from "@/lib/inputs/receipt";
import { segmentBodySchema, segmentChangeBodySchema } from "@/lib/inputs/segment";
import { statusQuerySchema } from "@/lib/inputs/status";
import { publishCallSchema, templateDocumentSchema } from "@/lib/inputs/template";
import { replaySchema } from "@/lib/inputs/update-list";
import { batchUserSchema, userBodySchema, usersBodySchema } from "@/lib/inputs/user";
import { jsonSchemaOf, openApiOfMessages, type Json } from "@/lib/interface/openapi";
import { deliveryUpdateSchema } from "@/lib/interface/update-schema";
import { pausePath, resumePath, stopPath } from "./openapi-campaigns";
import {
  byService,
  json,
  noRight,
  queryOf,
  ref,
  answerSchemas,
  responsesOf,
  unreadable,
  unsupported,
} from "./openapi-parts";
import { segmentCountPath, segmentPath, segmentRuleJson, segmentsPath } from "./openapi-segments";
import { previewPath, publishPath, templatePath, templatesPath } from "./openapi-templates";
import { userPath, usersPath } from "./openapi-users";
import { updateSchemaName, webhooks } from "./openapi-webhooks";

const tooMuch =
  "Too many calls with this client key, or from this address. `Retry-After` says when to try again.";
const statusPath = {
  get: {
    operationId: "readMessage",
    summary: "Read the status of a message",
    security: byService,
    parameters: [
      { name: "transid", in: "path", required: true, schema: { type: "string", format: "uuid" } },
      ...queryOf(statusQuerySchema),
    ],
    responses: responsesOf("readMessage", {
      200: "The message with the counts of its deliveries.",
      400: "`limit` or `after` is invalid; `problems` names it.",
      ...noRight,
      404: "No message of this service has that transid.",
    }),
  },
};

const receiptsPath = {
  post: {
    operationId: "reportReceipts",
    summary: "Report what a device did",
    security: [{ clientKey: [] }],
    requestBody: {
      required: true,
      content: json({
        oneOf: [ref("Receipt"), { type: "array", items: ref("Receipt"), maxItems: mostReceipts }],
      }),
    },
    responses: responsesOf("reportReceipts", {
      200: "`accepted` is the number of recorded receipts; `problems` names each invalid one by its pointer.",
      400: unreadable,
      401: "No valid client key.",
      ...unsupported,
      429: tooMuch,
    }),
  },
};

const ofDevices = {
  200: "Accepted. Idempotent; unknown devices are ignored.",
  400: unreadable,
  401: "No valid client key; or the app requires signed registration, and the user's token is missing or invalid.",
  403: {
    description:
      "The key does not belong to the app; or the token or the device belongs to another user.",
    refusals: ["CallError", "Failure"],
  },
  ...unsupported,
  429: tooMuch,
} as const;
const byDevices = [{ clientKey: [] }, { clientKey: [], userToken: [] }, ...byService];

const devicesPath = {
  put: {
    operationId: "registerDevice",
    summary: "Register a device",
    security: byDevices,
    requestBody: { required: true, content: json(ref("Device")) },
    responses: responsesOf("registerDevice", {
      ...ofDevices,
      201: "Registered for the first time.",
    }),
  },
  delete: {
    operationId: "removeDevice",
    summary: "Remove a device, or a user from it",
    security: byDevices,
    requestBody: { required: true, content: json(ref("DeviceRemoval")) },
    responses: responsesOf("removeDevice", ofDevices),
  },
};

const replayPath = {
  post: {
    operationId: "replayUpdates",
    summary: "Send delivery updates again",
    description:
      "A call sends up to 10,000 updates again, the oldest first. If there may be more, its answer has `more`: call again with the same body. Repeating a call is safe: only what is still parked or missing is sent, except for `ids`.",
    security: byService,
    requestBody: { required: true, content: json(ref("Replay")) },
    responses: responsesOf("replayUpdates", {
      200: "The number of updates that are sent again.",
      400: unreadable,
      ...noRight,
      ...unsupported,
    }),
  },
};

const inboxPath = {
  post: {
    operationId: "postToInbox",
    summary: "Send a delivery update to a built-in inbox",
    description:
      "The address of a service's built-in inbox, for when you have no server yet: Clarion sends updates there as to any notify URL, and the console shows them. Programs can post to it too, for example to try out a signature.",
    security: [],
    parameters: [
      {
        name: "token",
        in: "path",
        required: true,
        schema: { type: "string", minLength: 32, maxLength: 32 },
      },
    ],
    requestBody: {
      required: true,
      content: json({ type: "object", description: "At most 64 KB." }),
    },
    responses: responsesOf("postToInbox", {
      200: "The inbox shows it.",
      404: "This inbox does not exist.",
      413: "The body is larger than 64 KB.",
      ...unsupported,
      429: "Too many calls to this inbox or from this address. `Retry-After` says when to try again.",
    }),
  },
};

const referencePath = {
  get: {
    operationId: "readReference",
    summary: "Read this document",
    security: [],
    responses: responsesOf("readReference", { 200: "OpenAPI 3.1." }),
  },
};

const userTokenScheme = {
  type: "http",
  scheme: "bearer",
  bearerFormat: "JWT",
  description:
    "The user's token, together with the client key, if the app requires signed registration: HS256 with the service's JWT secret, sub = userid, aud = appid, exp at most 24 hours ahead, no iss.",
};

/**
 * Returns the API reference as an OpenAPI 3.1 document, generated from the schemas that the
 * addresses parse with, the codes and the rules, so that it cannot differ from them. `x-rules`,
 * `x-codes` and `x-categories` are the tables that the reference prints.
 */
export function openApiDocument(server = "/"): Json {
  const { openapi, info, servers, paths, securitySchemes, schemas, ...tables } =
    openApiOfMessages(server);
  return {
    openapi,
    info,
    servers,
    paths: {
      ...paths,
      "/resources/v1/messaging/{transid}": statusPath,
      "/resources/v1/receipts": receiptsPath,
      "/resources/v1/devices": devicesPath,
      "/resources/v1/updates/replay": replayPath,
      "/resources/v1/inbox/{token}": inboxPath,
      "/resources/v1/templates": templatesPath,
      "/resources/v1/apps/{appid}/templates/{id}": templatePath,
      "/resources/v1/apps/{appid}/templates/{id}/preview": previewPath,
      "/resources/v1/apps/{appid}/templates/{id}/publish": publishPath,
      "/resources/v1/users/{userid}": userPath,
      "/resources/v1/users": usersPath,
      "/resources/v1/segments": segmentsPath,
      "/resources/v1/segments/{id}": segmentPath,
      "/resources/v1/segments/{id}/count": segmentCountPath,
      "/resources/v1/campaigns/{id}/pause": pausePath,
      "/resources/v1/campaigns/{id}/resume": resumePath,
      "/resources/v1/campaigns/{id}/stop": stopPath,
      "/resources/v1/openapi.json": referencePath,
    },
    webhooks,
    components: {
      securitySchemes: { ...securitySchemes, userToken: userTokenScheme },
      schemas: {
        ...schemas,
        ...answerSchemas,
        Receipt: jsonSchemaOf(receiptSchema),
        Device: jsonSchemaOf(deviceSchema),
        DeviceRemoval: jsonSchemaOf(removalSchema),
        Replay: jsonSchemaOf(replaySchema),
        Template: jsonSchemaOf(templateDocumentSchema),
        TemplatePublication: jsonSchemaOf(publishCallSchema),
        UserValues: jsonSchemaOf(userBodySchema),
        BatchUser: jsonSchemaOf(batchUserSchema),
        UserBatch: jsonSchemaOf(usersBodySchema),
        SegmentRule: segmentRuleJson,
        NewSegment: jsonSchemaOf(segmentBodySchema),
        SegmentChange: jsonSchemaOf(segmentChangeBodySchema),
        [updateSchemaName]: jsonSchemaOf(deliveryUpdateSchema),
      },
    },
    ...tables,
  };
}
