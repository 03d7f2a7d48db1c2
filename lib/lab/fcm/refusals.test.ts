import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Lab, startLab } from "@/lib/lab/lab";
import {
  ask2,
  deviceOf,
  fcmErrorOf,
  fcmHeaders,
  fcmToken,
  freshFolder,
} from "@/lib/lab/test-client";

let lab: Lab;
let token: string;
let pixel: string;
beforeAll(async () => {
  lab = await startLab({ dataDir: freshFolder(), ports: 0 });
  token = await fcmToken(lab);
  pixel = deviceOf(lab, "android").pushId;
});
afterAll(() => lab.stop());

const post = (body: object) =>
  ask2(lab.endpoints.fcm, fcmHeaders(lab, token), JSON.stringify(body));
const send = (message: unknown) => post({ message });

describe("FCM send", () => {
  it.each([
    [
      "message.android.notification",
      "actions",
      { token: "x", android: { notification: { actions: [] } } },
    ],
    [
      "message.android.notification",
      "icon_url",
      { token: "x", android: { notification: { icon_url: "u" } } },
    ],
    [
      "message.android.notification",
      "category",
      { token: "x", android: { notification: { category: "c" } } },
    ],
    ["message", "to", { to: "x" }],
    ["message", "registration_ids", { registration_ids: ["x"] }],
    ["message", "content_available", { token: "x", content_available: true }],
    ["message", "__proto__", JSON.parse('{"token":"x","__proto__":1}') as object],
  ])(
    "complains at %s about the unknown name %s in Google's words",
    async (field, name, message) => {
      const answered = await send(message);
      const description = `Invalid JSON payload received. Unknown name "${name}" at '${field}': Cannot find field.`;
      expect(answered.status).toBe(400);
      expect(fcmErrorOf(answered.body)).toMatchObject({
        code: 400,
        status: "INVALID_ARGUMENT",
        message: description,
      });
      expect(fcmErrorOf(answered.body).details?.[0]?.fieldViolations).toEqual([
        { field, description },
      ]);
    },
  );

  it.each([
    [
      { token: "x", data: { a: "1", n: 21465 } },
      "Invalid value at 'message.data[1].value' (TYPE_STRING), 21465",
    ],
    [
      { token: "x", data: { a: { metadata: 1 } } },
      "Invalid JSON payload received. Unknown name \"metadata\" at 'message.data[0].value': Cannot find field.",
    ],
    [
      { token: "x", data: { a: true } },
      "Invalid value at 'message.data[0].value' (TYPE_STRING), true",
    ],
    [
      { token: "x", android: { ttl: 60 } },
      "Invalid value at 'message.android.ttl' (type.googleapis.com/google.protobuf.Duration), Field 'ttl', Illegal duration format; duration must end with 's'",
    ],
    [
      { token: "x", android: { ttl: "60" } },
      "Invalid value at 'message.android.ttl' (type.googleapis.com/google.protobuf.Duration), Field 'ttl', Illegal duration format; duration must end with 's'",
    ],
    [
      { token: "x", android: { collapse_key: 7 } },
      "Invalid value at 'message.android.collapse_key' (TYPE_STRING), 7",
    ],
    [
      { token: "x", android: { priority: "URGENT" } },
      "Invalid value at 'message.android.priority' (type.googleapis.com/google.firebase.fcm.v1.AndroidMessagePriority), \"URGENT\"",
    ],
    [
      { token: "x", android: { notification: { title: ["a"] } } },
      "Invalid JSON payload received. Unknown name \"title\" at 'message.android.notification': Proto field is not repeating, cannot start list.",
    ],
    [
      { token: "x", android: { notification: { title: {} } } },
      "Invalid JSON payload received. Unknown name \"title\" at 'message.android.notification': Starting an object on a scalar field.",
    ],
    [
      { token: "x", android: { notification: { sticky: "yes" } } },
      "Invalid value at 'message.android.notification.sticky' (TYPE_BOOL), \"yes\"",
    ],
    [
      { token: "x", topic: "y" },
      "Invalid value at 'message' (oneof), oneof field 'target' is already set. Cannot set 'topic'",
    ],
    [
      { token: "x", notification: "hello" },
      "Invalid value at 'message.notification' (type.googleapis.com/google.firebase.fcm.v1.Notification), \"hello\"",
    ],
  ])("refuses %j", async (message, description) => {
    const answered = await send(message);
    expect(answered.status).toBe(400);
    expect(fcmErrorOf(answered.body).message).toBe(description);
  });

  it("names all faults of one body at once", async () => {
    const answered = await post({ foo: 1, message: { token: "x", bar: 2, data: { n: 1 } } });
    expect(fcmErrorOf(answered.body).details?.[0]?.fieldViolations).toHaveLength(3);
  });

  it.each([
    ["message", {}],
    ["message", { data: { a: "b" } }],
    ["message", { token: "" }],
    ["message.data", { data: { from: "x" } }],
    ["message.data", { data: { message_type: "x" } }],
    ["message.data", { data: { "google.x": "x" } }],
    ["message.android.data", { android: { data: { "gcm.notification.x": "x" } } }],
    ["message.android.ttl", { android: { ttl: "2419201s" } }],
    ["message.android.ttl", { android: { ttl: "-1s" } }],
    ["message.android.notification.color", { android: { notification: { color: "red" } } }],
    ["message.token", { token: "no-colon" }],
    ["message.fid", { fid: "short" }],
  ])("refuses at %s: %j", async (field, part) => {
    const targeted = field === "message" || "token" in part || "fid" in part;
    const answered = await send(targeted ? part : { token: pixel, ...part });
    expect(answered.status).toBe(400);
    const violations = fcmErrorOf(answered.body).details?.flatMap(
      (detail) => detail.fieldViolations ?? [],
    );
    expect(violations?.map((violation) => violation.field)).toEqual([field]);
  });
});
