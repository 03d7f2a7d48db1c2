import { deviceKinds } from "./device-kinds";

/** The token by which a device says whose it is, for the reference. */
export const userTokenScheme = {
  type: "http",
  scheme: "bearer",
  bearerFormat: "JWT",
  description:
    "The user's token, where the app wants signed registration, beside the client key: HS256 with the service's JWT secret, sub = userid, aud = appid, exp at most 24 hours ahead, no iss.",
} as const;

/** Bodies that devices send (contract 8), for the reference. */
export const receiptSchemas = {
  Receipt: {
    type: "object",
    required: ["transid", "event"],
    properties: {
      transid: { type: "string", maxLength: 100, description: "As the notification carried it." },
      deviceid: { type: "string", maxLength: 200, description: "Which device; or `pushid`." },
      pushid: { type: "string", maxLength: 4_096 },
      event: { type: "string", enum: ["delivered", "read", "dismissed"] },
      button: { type: "string", maxLength: 64, description: "Identifier of the button that was pressed." },
      reply: { type: "string", maxLength: 4_096, description: "What was typed into the inline reply." },
      at: {
        type: "string",
        format: "date-time",
        description: "When it happened, ISO 8601 with Z or an offset, from 1970 to 9999; now when left out.",
      },
    },
  },
  Device: {
    type: "object",
    required: ["appid", "deviceid", "kind"],
    properties: {
      appid: { type: "string", maxLength: 200 },
      userid: { type: "string", maxLength: 200 },
      deviceid: { type: "string", maxLength: 200 },
      kind: { type: "string", enum: [...deviceKinds] },
      pushid: { type: "string", maxLength: 4_096, description: "The push identifier; or `subscription`." },
      subscription: {
        type: "object",
        required: ["endpoint", "keys"],
        properties: {
          endpoint: { type: "string", format: "uri", maxLength: 2_048 },
          keys: { type: "object", required: ["p256dh", "auth"], properties: { p256dh: { type: "string" }, auth: { type: "string" } } },
        },
      },
      os: { type: "string", maxLength: 100 },
      model: { type: "string", maxLength: 100 },
      language: { type: "string", maxLength: 35 },
      timezone: { type: "string", maxLength: 64 },
    },
  },
  DeviceRemoval: {
    type: "object",
    required: ["appid", "deviceid"],
    properties: {
      appid: { type: "string" },
      deviceid: { type: "string" },
      userid: { type: "string", description: "Takes this user off the device; without it the device itself is taken out of use." },
    },
  },
} as const;
