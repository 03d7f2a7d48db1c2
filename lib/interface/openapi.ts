import { z } from "zod";
import { categories, captionOf, identifiersOf } from "./categories";
import { replyCodes, updateCodes } from "./codes";
import { deviceKinds } from "./device-kinds";
import { BODY_BYTES, DESTINATIONS, PAYLOAD_BYTES } from "./limits";
import { failureSchema, problemSchema, queuedSchema } from "./reply";
import { pushRequestSchema } from "./request";
import { ruleIds, rules } from "./rules";

/** A part of the document. */
export type Json = Record<string, unknown>;

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: unknown) => ({ "application/json": { schema } });

/**
 * Builds the JSON schema of the request from the zod schema; limits that zod cannot state come from
 * its `meta`.
 */
export function requestJsonSchema(): Json {
  const {
    $schema: _,
    "~standard": __,
    ...schema
  } = z.toJSONSchema(pushRequestSchema, {
    io: "input",
    unrepresentable: "any",
    target: "draft-2020-12",
  }) as Json;
  return schema;
}

const named = new Map([[problemSchema, "Problem"]]);

const updateSchema = {
  type: "object",
  description:
    "One change of one delivery, as POSTed to the notify URL. All values are strings; absent ones are empty.",
  properties: {
    deliveryInfoNotification: {
      type: "object",
      properties: {
        deliveryInfo: {
          type: "object",
          properties: {
            timeStamp: { type: "string" },
            pushId: { type: "string" },
            Description: { type: "string" },
            code: {
              type: "string",
              oneOf: Object.entries(updateCodes).map(([code, description]) => ({
                const: code,
                description,
              })),
            },
            deliveryChannel: { const: "push" },
            destination: { type: "string" },
            interaction: {
              type: "object",
              properties: {
                Button_Pressed: { type: "string" },
                pushref: { type: "string" },
                reply: { type: "string" },
              },
            },
            destinationType: {
              type: "string",
              enum: ["userid", ...deviceKinds.map((kind) => `${kind}_pushid`)],
            },
            deviceid: { type: "string" },
            deliveryStatus: { type: "string", enum: ["Submitted", "Delivered", "Read", "Failed"] },
          },
        },
        subtid: { type: "string" },
        transid: { type: "string" },
        callbackData: { type: "string" },
        correlationid: { type: "string" },
      },
    },
  },
};

/**
 * The failures of a path, one response for each HTTP status, naming the codes that come with it.
 */
function failures(): Json {
  const byStatus = new Map<number, string[]>();
  for (const [code, { status, description }] of Object.entries(replyCodes)) {
    if (status !== 200)
      byStatus.set(status, [...(byStatus.get(status) ?? []), `- \`${code}\` ${description}`]);
  }
  byStatus.set(403, [...(byStatus.get(403) ?? []), "- `7001` the key lacks the scope"]);
  byStatus.set(409, ["- the Idempotency-Key was used for another body"]);
  byStatus.set(415, [
    "- `7004` the Content-Encoding is not supported; `Accept-Encoding` lists those that are",
  ]);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, lines]) => [
        String(status),
        { description: lines.join("\n"), content: json(ref("Failure")) },
      ]),
  );
}

function messagingPath(): Json {
  return {
    post: {
      operationId: "sendMessage",
      summary: "Send a push notification",
      description: `The payload takes at most ${PAYLOAD_BYTES} bytes of UTF-8: the body as received, or, where the service is set so, the body without \`destination\` (and then at most ${BODY_BYTES} in all). At most ${DESTINATIONS} identifiers. Counted in bytes, never characters, and of a compressed body (\`Content-Encoding\` gzip, deflate or br) after decoding.`,
      security: [{ key: [] }, { bearer: [] }],
      parameters: [
        {
          name: "Idempotency-Key",
          in: "header",
          required: false,
          schema: { type: "string", maxLength: 255 },
          description:
            "The same key within 24 hours returns the first reply and sends nothing again; with another body it is refused (409). At most 255 bytes as sent.",
        },
      ],
      requestBody: { required: true, content: json(ref("PushRequest")) },
      responses: {
        "200": { description: "Accepted and durably stored.", content: json(ref("Queued")) },
        ...failures(),
      },
      callbacks: {
        deliveryUpdate: {
          "{$request.body#/notifyurl}": {
            post: {
              requestBody: { content: json(ref("DeliveryUpdate")) },
              responses: { "2XX": { description: "Accepted." } },
            },
          },
        },
      },
    },
  };
}

/**
 * Builds the parts of an OpenAPI 3.1 document that describe messages, from the schema, the codes
 * and the rules.
 */
export function openApiOfMessages(server: string) {
  return {
    openapi: "3.1.0",
    info: {
      title: "Clarion push messaging",
      version: "1",
      description: "Sends push notifications to apps on android and ios and to browsers.",
    },
    servers: [{ url: server }],
    paths: { "/resources/v1/messaging": messagingPath() },
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "key", description: "A service key." },
      bearer: {
        type: "http",
        scheme: "bearer",
        bearerFormat: "JWT",
        description:
          "A JWT (HS256, iss = service id, iat at most 60 minutes ago, optional exp), or a service key.",
      },
      clientKey: {
        type: "apiKey",
        in: "header",
        name: "key",
        description: "The client key of an app.",
      },
    },
    schemas: {
      PushRequest: requestJsonSchema(),
      Problem: answerJson(problemSchema),
      Queued: answerJson(queuedSchema, named),
      Failure: answerJson(failureSchema, named),
      DeliveryUpdate: updateSchema,
    },
    "x-rules": ruleIds.map((id) => ({ rule: id, ...rules[id] })),
    "x-codes": Object.entries(replyCodes).map(([code, { description, status }]) => ({
      code,
      description,
      status,
    })),
    "x-categories": categories.map((category) => ({
      category,
      buttons: identifiersOf(category).map((identifier) => ({
        identifier,
        caption: captionOf(identifier),
      })),
    })),
  };
}

/**
 * The JSON schema of an answer. Members may be added in later versions, so that it does not exclude
 * others.
 *
 * @param names schemas that it refers to by their name among the document's components
 */
export function answerJson(
  schema: z.core.$ZodType,
  names: ReadonlyMap<z.core.$ZodType, string> = new Map(),
): Record<string, unknown> {
  const {
    $schema: _,
    "~standard": __,
    ...jsonDocument
  } = z.toJSONSchema(schema, {
    io: "input",
    target: "draft-2020-12",
    override: ({ zodSchema, jsonSchema }) => {
      const name = (zodSchema as z.core.$ZodType) === schema ? undefined : names.get(zodSchema);
      if (name !== undefined) {
        for (const member of Object.keys(jsonSchema)) delete jsonSchema[member];
        jsonSchema.$ref = `#/components/schemas/${name}`;
      }
      // The format says it in a word.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      // The largest safe integer bounds nothing that a caller could meet.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  }) as Record<string, unknown>;
  return jsonDocument;
}

/** Returns the JSON schema of a request body, from the schema that its address parses it with. */
export function jsonSchemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...definition } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    target: "draft-2020-12",
    // The format or the type already says it in a word.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined || jsonSchema.type !== "string")
        delete jsonSchema.pattern;
    },
  }) as Json;
  return definition;
}
