import { connect } from "node:http2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Lab, startLab } from "@/lib/lab/lab";
import {
  ask,
  ask1,
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

const post = (body: unknown, more = {}) =>
  ask2(
    lab.endpoints.fcm,
    fcmHeaders(lab, token, more),
    typeof body === "string" ? body : JSON.stringify(body),
  );
const send = (message: unknown) => post({ message });

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
    const notifications = lab.notifications({ userid: "user-1", transid: "t-1" });
    expect(notifications).toHaveLength(2);
    expect(notifications[0]).toMatchObject({
      provider: "fcm",
      kind: "android",
      pushId: pixel,
      body,
      state: "shown",
    });
    expect(notifications[0]?.headers).not.toHaveProperty("authorization");
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

  it("counts the bytes of keys and values, with another limit for topics", async () => {
    const data = (bytes: number) => ({ d: "x".repeat(bytes - 1) });
    expect((await send({ token: pixel, data: data(4096) })).status).toBe(200);
    const over = await send({ token: pixel, data: data(4097) });
    expect(over.status).toBe(400);
    expect(fcmErrorOf(over.body)).toEqual({
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
    for (const pushId of [gone.pushId, unknown]) {
      const answered = await send({ token: pushId });
      expect(answered.status).toBe(404);
      expect(fcmErrorOf(answered.body)).toMatchObject({
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
        fcmErrorOf(answered.body).status,
        fcmErrorOf(answered.body).details,
      ]).toEqual([401, "UNAUTHENTICATED", undefined]);
    }
    lab.faults.set({ fcm: { tokenLifetime: 0 } });
    const expired = await fcmToken(lab);
    lab.faults.set({});
    expect((await ask2(lab.endpoints.fcm, fcmHeaders(lab, expired), body)).status).toBe(401);
    const other = await post(body, { ":path": "/v1/projects/other/messages:send" });
    expect([other.status, fcmErrorOf(other.body).status]).toEqual([403, "PERMISSION_DENIED"]);
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
