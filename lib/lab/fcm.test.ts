import { connect } from "node:http2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Lab, startLab } from "./lab";
import { ask, ask1, ask2, deviceOf, fcmHeaders, fcmToken, freshFolder } from "./test-client";

interface ErrorBody {
  error: {
    code: number;
    status: string;
    message: string;
    details?: {
      "@type": string;
      errorCode?: string;
      fieldViolations?: { field?: string; description: string }[];
    }[];
  };
}

let lab: Lab;
let token: string;
let pixel: string;
beforeAll(async () => {
  lab = await startLab({ dataDir: freshFolder(), ports: 0 });
  token = await fcmToken(lab);
  pixel = deviceOf(lab, "android").pushId;
});
afterAll(() => lab.stop());

const post = (body: unknown, more = {}) =>
  ask2(
    lab.endpoints.fcm,
    fcmHeaders(lab, token, more),
    typeof body === "string" ? body : JSON.stringify(body),
  );
const send = (message: unknown) => post({ message });
const errorOf = (body: string) => (JSON.parse(body) as ErrorBody).error;

describe("FCM send", () => {
  it("takes a message over HTTP/2 and over HTTP/1.1, and the phone shows its exact text", async () => {
    const body = JSON.stringify({
      message: {
        token: pixel,
        data: { transid: "t-1" },
        android: { ttl: "60s", notification: { title: "Grüße", body: "☕" } },
      },
    });
    const answered = await post(body);
    expect(answered.status).toBe(200);
    expect((JSON.parse(answered.body) as { name: string }).name).toMatch(
      new RegExp(`^projects/${lab.accounts.fcm.projectId}/messages/0:\\d+%[0-9a-f]+$`),
    );
    const again = await ask1(
      `${lab.endpoints.fcm}/v1/projects/${lab.accounts.fcm.projectId}/messages:send`,
      "POST",
      { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body,
    );
    expect(again.status).toBe(200);
    const shown = lab.notifications({ userid: "user-1", transid: "t-1" });
    expect(shown).toHaveLength(2);
    expect(shown[0]).toMatchObject({
      provider: "fcm",
      kind: "android",
      pushId: pixel,
      body,
      state: "shown",
    });
    expect(shown[0]?.headers).not.toHaveProperty("authorization");
  });

  it("takes every documented field, in both spellings", async () => {
    const notification = {
      title: "t",
      body: "b",
      icon: "i",
      color: "#A0b1C2",
      sound: "s",
      tag: "g",
      click_action: "c",
      channelId: "ch",
      ticker: "x",
      sticky: true,
      event_time: "2026-01-02T03:04:05Z",
      local_only: false,
      notificationPriority: "PRIORITY_HIGH",
      default_sound: true,
      default_vibrate_timings: false,
      vibrate_timings: ["1s", "0.5s"],
      visibility: "PUBLIC",
      notification_count: 3,
      light_settings: {
        color: { red: 1, green: 0, blue: 0, alpha: 1 },
        light_on_duration: "1s",
        light_off_duration: "2s",
      },
      image: "https://example.com/a.png",
      proxy: "ALLOW",
      body_loc_key: "k",
      body_loc_args: ["a"],
    };
    const message = {
      name: "n",
      token: pixel,
      data: { a: "1" },
      notification: { title: "t", body: "b", image: "i" },
      android: {
        collapseKey: "k",
        priority: "high",
        ttl: "2419200s",
        restricted_package_name: "p",
        data: { b: "2" },
        direct_boot_ok: true,
        notification,
        fcm_options: { analytics_label: "l" },
      },
      apns: { headers: { "apns-expiration": "1" }, payload: { aps: { badge: 1 } } },
      webpush: { headers: { TTL: "1" }, notification: { any: [1] } },
      fcm_options: { analytics_label: "l" },
    };
    expect((await send(message)).status).toBe(200);
  });

  it("answers a dry run without showing anything", async () => {
    const answered = await post({
      validate_only: true,
      message: { token: pixel, data: { transid: "dry" } },
    });
    expect(answered.body).toContain("fake_message_id");
    expect(lab.notifications({ transid: "dry" })).toEqual([]);
  });

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
      expect(errorOf(answered.body)).toMatchObject({
        code: 400,
        status: "INVALID_ARGUMENT",
        message: description,
      });
      expect(errorOf(answered.body).details?.[0]?.fieldViolations).toEqual([
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
    expect(errorOf(answered.body).message).toBe(description);
  });

  it("names all faults of one body at once", async () => {
    const answered = await post({ foo: 1, message: { token: "x", bar: 2, data: { n: 1 } } });
    expect(errorOf(answered.body).details?.[0]?.fieldViolations).toHaveLength(3);
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
    const violations = errorOf(answered.body).details?.flatMap(
      (detail) => detail.fieldViolations ?? [],
    );
    expect(violations?.map((violation) => violation.field)).toEqual([field]);
  });

  it("counts 4,096 bytes over keys and values of data and notification, 2,048 for topics, and gives no detail", async () => {
    const data = (bytes: number) => ({ d: "x".repeat(bytes - 1) });
    expect((await send({ token: pixel, data: data(4096) })).status).toBe(200);
    const over = await send({ token: pixel, data: data(4097) });
    expect(over.status).toBe(400);
    expect(errorOf(over.body)).toEqual({
      code: 400,
      message: "Request contains an invalid argument.",
      status: "INVALID_ARGUMENT",
    });
    expect(
      (
        await send({
          token: pixel,
          data: data(4000),
          android: { notification: { body: "x".repeat(92) } },
        })
      ).status,
    ).toBe(200);
    expect(
      (
        await send({
          token: pixel,
          data: data(4000),
          android: { notification: { body: "x".repeat(93) } },
        })
      ).status,
    ).toBe(400);
    expect((await send({ topic: "news", data: data(2048) })).status).toBe(200);
    expect((await send({ topic: "news", data: data(2049) })).status).toBe(400);
  });

  it("says UNREGISTERED for unknown and retired tokens", async () => {
    const gone = lab.addDevice({ kind: "android" });
    expect((await send({ token: gone.pushId })).status).toBe(200);
    expect(lab.retire(gone.pushId)).toBe(true);
    const unknown = pixel.replace(/.{5}$/, "aaaaa");
    for (const wanted of [gone.pushId, unknown]) {
      const answered = await send({ token: wanted });
      expect(answered.status).toBe(404);
      expect(errorOf(answered.body)).toMatchObject({
        status: "NOT_FOUND",
        details: [{ errorCode: "UNREGISTERED" }],
      });
    }
  });

  it("refuses without, with an unknown and with an expired access token, and another project", async () => {
    const body = JSON.stringify({ message: { token: pixel } });
    for (const authorization of [undefined, "Bearer nonsense", `Basic ${token}`]) {
      const { authorization: _, ...headers } = fcmHeaders(lab, token);
      const answered = await ask2(
        lab.endpoints.fcm,
        authorization === undefined ? headers : { ...headers, authorization },
        body,
      );
      expect([
        answered.status,
        errorOf(answered.body).status,
        errorOf(answered.body).details,
      ]).toEqual([401, "UNAUTHENTICATED", undefined]);
    }
    lab.faults.set({ fcm: { tokenLifetime: 0 } });
    const expired = await fcmToken(lab);
    lab.faults.set({});
    expect((await ask2(lab.endpoints.fcm, fcmHeaders(lab, expired), body)).status).toBe(401);
    const other = await post(body, { ":path": "/v1/projects/other/messages:send" });
    expect([other.status, errorOf(other.body).status]).toEqual([403, "PERMISSION_DENIED"]);
  });

  it("answers a wrong path or method with HTML, bad JSON and a wrong content type with 400", async () => {
    expect(
      (await post("{}", { ":path": "/v1/projects/x/messages" })).headers["content-type"],
    ).toContain("text/html");
    expect(
      (await ask2(lab.endpoints.fcm, fcmHeaders(lab, token, { ":method": "GET" }))).status,
    ).toBe(404);
    for (const body of ["{", "[]", "null", '"x"', '{"message":', "\u0000"])
      expect((await post(body)).status).toBe(400);
    expect(
      (await ask2(lab.endpoints.fcm, fcmHeaders(lab, token), Buffer.from([0x7b, 0xff, 0x7d])))
        .status,
    ).toBe(400);
    expect(
      (await post({ message: { token: pixel } }, { "content-type": "text/plain" })).status,
    ).toBe(400);
    expect(
      (await post({ message: { token: pixel, data: { x: "y".repeat(300_000) } } })).status,
    ).toBe(400);
  });

  it("announces 100 concurrent streams and serves many on one connection", async () => {
    const session = connect(lab.endpoints.fcm);
    await new Promise((resolve) => session.once("remoteSettings", resolve));
    expect(session.remoteSettings.maxConcurrentStreams).toBe(100);
    const body = JSON.stringify({ message: { token: pixel, data: { transid: "burst" } } });
    const answers = await Promise.all(
      Array.from({ length: 300 }, () => ask(session, fcmHeaders(lab, token), body)),
    );
    session.destroy();
    expect(answers.every((answered) => answered.status === 200)).toBe(true);
    expect(new Set(answers.map((answered) => answered.body)).size).toBe(300);
    expect(lab.notifications({ transid: "burst" })).toHaveLength(200);
  });

  it("replaces what has the same tag", async () => {
    const tagged = (transid: string) =>
      send({
        token: pixel,
        data: { transid },
        android: { notification: { body: "b", tag: "score" } },
      });
    await tagged("tag-1");
    await tagged("tag-2");
    expect(lab.notifications({ transid: "tag-1" })[0]?.state).toBe("replaced");
    expect(lab.notifications({ transid: "tag-2" })[0]?.state).toBe("shown");
  });
});
