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
    required: ["transid", "event", "at"],
    properties: {
      transid: { type: "string", description: "As the notification carried it." },
      deviceid: { type: "string", description: "Which device; or `pushid`." },
      pushid: { type: "string" },
      event: { type: "string", enum: ["delivered", "read", "dismissed"] },
      button: { type: "string", description: "Identifier of the button that was pressed." },
      reply: { type: "string", description: "What was typed into the inline reply." },
      at: { type: "string", format: "date-time", description: "When it happened, ISO 8601 UTC." },
    },
  },
  Device: {
    type: "object",
    required: ["appid", "deviceid", "kind"],
    properties: {
      appid: { type: "string" },
      userid: { type: "string" },
      deviceid: { type: "string" },
      kind: { type: "string", enum: [...deviceKinds] },
      pushid: { type: "string", description: "The push identifier; or `subscription`." },
      subscription: {
        type: "object",
        required: ["endpoint", "keys"],
        properties: {
          endpoint: { type: "string", format: "uri" },
          keys: { type: "object", required: ["p256dh", "auth"], properties: { p256dh: { type: "string" }, auth: { type: "string" } } },
        },
      },
      os: { type: "string" },
      model: { type: "string" },
      language: { type: "string" },
      timezone: { type: "string" },
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
