import { z } from "zod";
import { openApiOfMessages, type Json } from "@/lib/interface/openapi";
import { deliveryUpdateSchema } from "@/lib/interface/update-schema";
import { deviceSchema, removalSchema } from "./device";
import { updateSchemaName, webhooks } from "./openapi-webhooks";
import { mostReceipts, receiptSchema } from "./receipt";
import { replaySchema } from "./replay";
import { statusQuerySchema } from "./status";
import { publishCallSchema, templateDocumentSchema, templateListQuerySchema, templateQuerySchema } from "./template";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: unknown) => ({ "application/json": { schema } });

/** The JSON schema of what a caller may write, from the schema that the address parses with. */
function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    target: "draft-2020-12",
    // The format, or the type that is told, says it in a word.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined || jsonSchema.type !== "string") delete jsonSchema.pattern;
    },
  }) as Json;
  return made;
}

/** Parameters of a query, one for each member of its schema. */
function queryOf(schema: z.ZodType): Json[] {
  const { properties, required = [] } = schemaOf(schema) as { properties: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, { description, ...rest }]) => {
    return { name, in: "query", required: required.includes(name), schema: rest, ...(description === undefined ? {} : { description }) };
  });
}

const unreadable =
  "Not readable: no JSON in UTF-8, or a member that is missing, too long, or holds U+0000 or half of a surrogate pair; `problems` names each by its pointer.";
const tooMuch = { description: "Too much with this client key, or from this address. `Retry-After` says when to come back." };
const noCredential = { description: "No valid credential.", content: json(ref("Failure")) };
const noScope = { description: "The key lacks the scope.", content: json(ref("Failure")) };
const byService = [{ key: [] }, { bearer: [] }];

const statusPath = {
  get: {
    operationId: "readMessage",
    summary: "Read what became of a message",
    security: byService,
    parameters: [
      { name: "transid", in: "path", required: true, schema: { type: "string", format: "uuid" } },
      ...queryOf(statusQuerySchema),
    ],
    responses: {
      "200": { description: "The message with the counts of its deliveries.", content: json({ type: "object" }) },
      "400": { description: "`limit` or `after` cannot be read; `problems` names it." },
      "401": noCredential,
      "404": { description: "No message of this service has that transid." },
    },
  },
};

const receiptsPath = {
  post: {
    operationId: "reportReceipts",
    summary: "Tell what a device did",
    security: [{ clientKey: [] }],
    requestBody: {
      required: true,
      content: json({ oneOf: [ref("Receipt"), { type: "array", items: ref("Receipt"), maxItems: mostReceipts }] }),
    },
    responses: {
      "200": { description: "`accepted` receipts are recorded; `problems` names those that cannot be read by their pointers." },
      "400": { description: unreadable },
      "401": { description: "No valid client key." },
      "429": tooMuch,
    },
  },
};

const ofDevices = {
  "200": { description: "Taken; repeats and strangers are harmless." },
  "400": { description: unreadable },
  "401": { description: "No valid client key; or the app wants signed registration, and the user's token is missing or wrong." },
  "403": { description: "The key does not belong to the app; or the token, or the device, is another user's." },
  "429": tooMuch,
};
const byDevices = [{ clientKey: [] }, { clientKey: [], userToken: [] }, ...byService];

const devicesPath = {
  put: {
    operationId: "registerDevice",
    summary: "Register a device",
    security: byDevices,
    requestBody: { required: true, content: json(ref("Device")) },
    responses: { ...ofDevices, "201": { description: "Registered for the first time." } },
  },
  delete: {
    operationId: "removeDevice",
    summary: "Take a user off a device, or the device out of use",
    security: byDevices,
    requestBody: { required: true, content: json(ref("DeviceRemoval")) },
    responses: ofDevices,
  },
};

const replayPath = {
  post: {
    operationId: "replayUpdates",
    summary: "Send delivery updates again",
    security: byService,
    requestBody: { required: true, content: json(ref("Replay")) },
    responses: {
      "200": {
        description: "So many are sent again.",
        content: json({ type: "object", required: ["replayed"], properties: { replayed: { type: "integer", minimum: 0 } } }),
      },
      "400": { description: unreadable },
      "401": noCredential,
    },
  },
};

const referencePath = {
  get: {
    operationId: "readReference",
    summary: "Read this document",
    security: [],
    responses: { "200": { description: "OpenAPI 3.1.", content: json({ type: "object" }) } },
  },
};

const userTokenScheme = {
  type: "http",
  scheme: "bearer",
  bearerFormat: "JWT",
  description:
    "The user's token, where the app wants signed registration, beside the client key: HS256 with the service's JWT secret, sub = userid, aud = appid, exp at most 24 hours ahead, no iss.",
};

const templateIn = {
  type: "object",
  description:
    "Its names, the version that is published, and in `content` its blocks, parameters and samples. `revision` is the draft’s, for PUT and publishing; `by` who saved the draft last or published this version first, null for programs, `at` when.",
};
const templateNames = ["appid", "id"].map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
const noTemplate = { description: "This service has no such template, or no such version of it." };
const overtaken = { description: "Somebody was faster: it is not at the revision, or the published version, that was expected." };

const templatesPath = {
  get: {
    operationId: "listTemplates",
    summary: "List templates",
    security: byService,
    parameters: queryOf(templateListQuerySchema),
    responses: {
      "200": {
        description: "50 a page, by name; `next` is `after` of the next page, null on the last.",
        content: json({
          type: "object",
          required: ["templates", "next"],
          properties: { templates: { type: "array", items: { type: "object" } }, next: { type: ["string", "null"] } },
        }),
      },
      "400": { description: "`appid` or `after` cannot be read; `problems` names it." },
      "401": noCredential,
      "403": noScope,
    },
  },
};

const templatePath = {
  get: {
    operationId: "readTemplate",
    summary: "Read a template",
    security: byService,
    parameters: [...templateNames, ...queryOf(templateQuerySchema)],
    responses: {
      "200": { description: "The template.", content: json(templateIn) },
      "400": { description: "`version` cannot be read." },
      "401": noCredential,
      "403": noScope,
      "404": noTemplate,
      "409": {
        description:
          "The draft, or the version, that is stored cannot be read. `revision` is the one that a PUT replaces; `version` is null for the draft.",
      },
    },
  },
  put: {
    operationId: "writeTemplate",
    summary: "Write a template’s draft",
    security: byService,
    parameters: templateNames,
    requestBody: { required: true, content: json(ref("Template")) },
    responses: {
      "200": {
        description:
          "Kept. `unchanged` says that it was so before; `problems` what publishing it would be refused for, by pointers into the body, what becomes too large with the longest values included; `warnings` what is doubtful all the same.",
        content: json({
          type: "object",
          required: ["created", "unchanged", "revision", "problems", "warnings"],
          properties: {
            created: { type: "boolean" },
            unchanged: { type: "boolean" },
            revision: { type: "integer", minimum: 0 },
            problems: { type: "array", items: { type: "object" } },
            warnings: { type: "array", items: { type: "object" } },
          },
        }),
      },
      "201": { description: "Made: there was no template by that name." },
      "400": { description: unreadable },
      "401": noCredential,
      "403": noScope,
      "404": { description: "This service has no such app." },
      "409": {
        description:
          "The draft is not at the revision that was expected, somebody made the template at the same moment, or it is archived; the sentence says which.",
      },
    },
  },
};

const publishPath = {
  post: {
    operationId: "publishTemplate",
    summary: "Publish a template",
    security: byService,
    parameters: templateNames,
    requestBody: { required: true, content: json(ref("TemplatePublication")) },
    responses: {
      "200": {
        description: "Requests that pin no version use this one from now on.",
        content: json({ type: "object", required: ["version"], properties: { version: { type: "integer", minimum: 1 } } }),
      },
      "400": {
        description:
          "`revision` is missing, or it cannot be published as it stands; `problems` says why, by pointers into the body or the content.",
      },
      "401": noCredential,
      "403": noScope,
      "404": noTemplate,
      "409": overtaken,
    },
  },
};

/**
 * The API reference as an OpenAPI 3.1 document, made from the schemas that the addresses parse with, the codes and the rules, so that it cannot say
 * anything else than they do. `x-rules`, `x-codes` and `x-categories` are the tables that the reference prints.
 */
export function openApiDocument(server = "/"): Json {
  const { openapi, info, servers, paths, securitySchemes, schemas, ...tables } = openApiOfMessages(server);
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
      "/resources/v1/templates": templatesPath,
      "/resources/v1/apps/{appid}/templates/{id}": templatePath,
      "/resources/v1/apps/{appid}/templates/{id}/publish": publishPath,
      "/resources/v1/openapi.json": referencePath,
    },
    webhooks,
    components: {
      securitySchemes: { ...securitySchemes, userToken: userTokenScheme },
      schemas: {
        ...schemas,
        Receipt: schemaOf(receiptSchema),
        Device: schemaOf(deviceSchema),
        DeviceRemoval: schemaOf(removalSchema),
        Replay: schemaOf(replaySchema),
        Template: schemaOf(templateDocumentSchema),
        TemplatePublication: schemaOf(publishCallSchema),
        [updateSchemaName]: schemaOf(deliveryUpdateSchema),
      },
    },
    ...tables,
  };
}
