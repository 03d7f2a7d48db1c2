import { sampleRequest } from "@/components/facts/sample-request";
import { campaignSamples } from "./campaign-samples";
import type { Operation } from "./operations";
import type { Sample } from "./sample";
import { segmentSamples } from "./segment-samples";

/** What the reader has that a call names. */
export interface Reader {
  appid: string;
  /** A user of the app with a device. */
  userid: string;
}

const transid = "0193b2a4-6c1f-7d2e-9a40-5f1c2b3a4d5e";
const inboxToken = "q4Jt0f2bS9mXcV7yLr1hKw8eUo5zPnAd";
const at = "2026-02-07T14:52:10.281Z";
const device = { deviceid: "phone-1", pushid: "dQw4w9WgXcQ:APA91bH-a-device-token" };
const content = {
  blocks: { android: { title: "Order ${order}", text: "Hi ${name}, it is on its way." } },
  parameters: [
    {
      name: "order",
      type: "text",
      required: true,
      maxLength: 40,
      sample: "A-1042",
      description: "",
    },
    { name: "name", type: "text", required: true, maxLength: 80, sample: "Maya", description: "" },
  ],
  samples: [],
  languages: [],
};
const template = { name: "Order on its way", tags: ["orders"], ...content };
const templateAnswer = { created: true, unchanged: false, revision: 1, problems: [], warnings: [] };
const templateId = "order_on_its_way";

const attributes = { age: 31, born: "1990-05-01", plan: "gold", vip: true };
const userAnswer = (userid: string) => ({
  userid,
  attributes,
  language: "de",
  timezone: "Europe/Berlin",
  firstSeenAt: "2025-11-02T09:14:00.000Z",
  lastSeenAt: at,
});

/** A sample of each call, by `operationId`. */
const samples: Readonly<Record<string, (reader: Reader) => Sample>> = {
  sendMessage: ({ appid, userid }) => ({
    path: "/resources/v1/messaging",
    body: sampleRequest(appid, userid),
    status: 200,
    answer: { response: [{ code: "1001", transid, description: "Queued" }] },
  }),
  readMessage: ({ userid }) => ({
    path: `/resources/v1/messaging/${transid}`,
    status: 200,
    answer: {
      transid,
      state: "done",
      acceptedAt: at,
      counts: { queued: 0, submitted: 0, delivered: 1, read: 0, failed: 0, expired: 0, capped: 0 },
      deliveries: [
        {
          destination: userid,
          destinationType: "userid",
          platform: "android",
          status: "delivered",
          code: "7502",
          description: "Delivered",
          updatedAt: at,
        },
      ],
      next: null,
    },
    nulls: { next: "string" },
  }),
  registerDevice: ({ appid, userid }) => ({
    path: "/resources/v1/devices",
    body: text({
      appid,
      userid,
      ...device,
      kind: "android",
      language: "en",
      timezone: "Europe/Vienna",
    }),
    status: 201,
    answer: { pushid: device.pushid, deviceid: device.deviceid },
  }),
  removeDevice: ({ appid, userid }) => ({
    path: "/resources/v1/devices",
    body: text({ appid, deviceid: device.deviceid, userid }),
    status: 200,
    answer: { removed: 1 },
  }),
  reportReceipts: () => ({
    path: "/resources/v1/receipts",
    body: text({ transid, pushid: device.pushid, event: "read" }),
    status: 200,
    answer: { accepted: 1 },
  }),
  replayUpdates: () => ({
    path: "/resources/v1/updates/replay",
    body: text({ transid }),
    status: 200,
    answer: { replayed: 0 },
  }),
  postToInbox: () => ({
    path: `/resources/v1/inbox/${inboxToken}`,
    body: text({ deliveryInfoNotification: { transid } }),
    status: 200,
    answer: { received: true },
  }),
  listTemplates: ({ appid }) => ({
    path: "/resources/v1/templates",
    status: 200,
    answer: {
      templates: [
        {
          id: templateId,
          appid,
          name: template.name,
          tags: template.tags,
          state: "published",
          published: 1,
          publishedAt: at,
          platforms: ["android"],
          uses: 12,
          lastUsedAt: at,
        },
      ],
      next: null,
    },
    nulls: { next: "string" },
  }),
  readTemplate: ({ appid }) => ({
    path: templatePath(appid),
    status: 200,
    answer: {
      appid,
      id: templateId,
      name: template.name,
      tags: template.tags,
      published: null,
      archived: false,
      version: null,
      revision: 1,
      hash: null,
      by: null,
      at,
      content,
    },
    nulls: { published: "number", version: "number", hash: "string", by: "string" },
  }),
  writeTemplate: ({ appid }) => ({
    path: templatePath(appid),
    body: text(template),
    status: 201,
    answer: templateAnswer,
  }),
  previewTemplate: ({ appid }) => ({
    path: `${templatePath(appid)}/preview`,
    body: text(template),
    status: 200,
    answer: { ...templateAnswer, created: false, unchanged: true },
  }),
  publishTemplate: ({ appid }) => ({
    path: `${templatePath(appid)}/publish`,
    body: text({ revision: 1, note: "The first version" }),
    status: 200,
    answer: { version: 1 },
  }),
  readUser: ({ appid, userid }) => ({
    path: `/resources/v1/users/${encodeURIComponent(userid)}`,
    status: 200,
    answer: {
      ...userAnswer(userid),
      devices: [
        {
          appid,
          deviceid: device.deviceid,
          kind: "android",
          model: "Pixel 9",
          os: "Android 16",
          language: "de-DE",
          timezone: "Europe/Berlin",
          state: "active",
          lastSeenAt: at,
        },
      ],
    },
  }),
  writeUser: ({ userid }) => ({
    path: `/resources/v1/users/${encodeURIComponent(userid)}`,
    body: JSON.stringify({ attributes, language: "de", timezone: "Europe/Berlin" }, null, 2),
    status: 200,
    answer: userAnswer(userid),
  }),
  changeUser: ({ userid }) => ({
    path: `/resources/v1/users/${encodeURIComponent(userid)}`,
    body: JSON.stringify({ attributes: { plan: "gold", trial: null } }, null, 2),
    status: 200,
    answer: userAnswer(userid),
  }),
  clearUser: ({ userid }) => ({
    path: `/resources/v1/users/${encodeURIComponent(userid)}`,
    status: 200,
    answer: { removed: 4 },
  }),
  mergeUsers: ({ userid }) => ({
    path: "/resources/v1/users",
    body: JSON.stringify(
      {
        users: [
          { userid, attributes: { plan: "gold" } },
          { userid: "noah", attributes: { age: "unknown" } },
        ],
      },
      null,
      2,
    ),
    status: 200,
    answer: {
      stored: 1,
      failed: [
        {
          index: 1,
          pointer: "/users/1/attributes/age",
          message: "attribute age is of type number, the value is of type text",
        },
      ],
    },
  }),
  ...segmentSamples,
  ...campaignSamples,
  readReference: () => ({
    path: "/resources/v1/openapi.json",
    status: 200,
    answer: { openapi: "3.1.0" },
  }),
};

/** The sample of a call; undefined where the reference has none yet. */
export function sampleOf({ id }: Pick<Operation, "id">, reader: Reader): Sample | undefined {
  return Object.hasOwn(samples, id) ? samples[id]?.(reader) : undefined;
}

function templatePath(appid: string): string {
  return `/resources/v1/apps/${encodeURIComponent(appid)}/templates/${templateId}`;
}

function text(value: unknown): string {
  return JSON.stringify(value);
}
