import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { expand } from "@/lib/dispatch/expand";
import { openInterface, type TestInterface } from "./testing";

const bad = {
  "U+0000": "a\u0000b",
  "half of a surrogate pair": "a\ud83db",
  "the other half": "a\ude00b",
};
const holds =
  "holds a character that cannot be kept (U+0000 or half of a surrogate pair); take it out";

describe("text that cannot be stored", () => {
  let sql: Database;
  let served: TestInterface;
  beforeAll(async () => {
    sql = await openTestDatabase();
    served = await openInterface(sql);
  }, 120_000);
  afterAll(() => served.close(), 60_000);

  const call = async (method: string, path: string, body: unknown, key = served.clientKey) => {
    const sent = body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
    const answer = await fetch(served.origin + path, { method, headers: { key }, body: sent });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const message = {
    deliverychannel: "push",
    appid: "shop",
    destination: [{ userid: ["u"] }],
    channels: { push: { android: { text: "Hello" } } },
  };

  it.each(Object.entries(bad))(
    "in an appid is 7004 at that member, and nothing else: %s",
    async (_, appid) => {
      expect(
        await call("POST", "/resources/v1/messaging", { ...message, appid }, served.key),
      ).toMatchObject({
        status: 400,
        body: {
          response: { code: "7004", errors: [{ pointer: "/appid", rule: "text.characters" }] },
        },
      });
      const { body } = await call(
        "POST",
        "/resources/v1/messaging",
        { ...message, appid },
        served.key,
      );
      expect((body["response"] as { errors: unknown[] }).errors).toHaveLength(1);
    },
  );

  const device = {
    appid: "shop",
    userid: "u",
    deviceid: "d",
    kind: "android",
    pushid: "t",
    os: "A",
    model: "P",
    language: "en",
    timezone: "UTC",
  };
  it.each(["appid", "userid", "deviceid", "pushid", "os", "model", "language", "timezone"])(
    "in %s of a device is reported there",
    async (member) => {
      for (const text of Object.values(bad))
        expect(await call("PUT", "/resources/v1/devices", { ...device, [member]: text })).toEqual({
          status: 400,
          body: { error: "Invalid device.", problems: [{ pointer: `/${member}`, message: holds }] },
        });
    },
  );

  it.each(["appid", "userid", "deviceid"])(
    "in %s of a device's removal is reported there",
    async (member) => {
      for (const text of Object.values(bad))
        expect(
          await call("DELETE", "/resources/v1/devices", {
            appid: "shop",
            deviceid: "d",
            userid: "u",
            [member]: text,
          }),
        ).toMatchObject({
          status: 400,
          body: { problems: [{ pointer: `/${member}`, message: holds }] },
        });
    },
  );

  it("in a subscription's endpoint is reported there", async () => {
    const keys = {
      p256dh:
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    };
    const { pushid: _, ...browser } = { ...device, kind: "chrome" };
    for (const text of Object.values(bad))
      expect(
        await call("PUT", "/resources/v1/devices", {
          ...browser,
          subscription: { endpoint: `https://push.example/${text}`, keys },
        }),
      ).toMatchObject({ status: 400, body: { problems: [{ pointer: "/subscription/endpoint" }] } });
    // The same in a push id that is a whole subscription, where it is text in a text.
    const pushid = JSON.stringify({ endpoint: "https://push.example/\ud83d", keys });
    const sent = { ...message, destination: [{ chrome_pushid: [pushid] }] };
    expect((await call("POST", "/resources/v1/messaging", sent, served.key)).status).toBeLessThan(
      500,
    );
  });

  it("in one receipt leaves the others recorded", async () => {
    await call("PUT", "/resources/v1/devices", {
      ...device,
      userid: "reader",
      deviceid: "reader's",
      pushid: "r",
    });
    const accepted = await call(
      "POST",
      "/resources/v1/messaging",
      { ...message, destination: [{ userid: ["reader"] }] },
      served.key,
    );
    const [{ transid }] = accepted.body["response"] as [{ transid: string }];
    await expand([transid]);
    const receipt = { transid, deviceid: "reader's", event: "read", at: "2026-01-01T00:00:00Z" };
    const wrong = [
      { ...receipt, deviceid: "a\u0000b" },
      { ...receipt, button: "a\u0000b" },
      { ...receipt, reply: "\ud800" },
      { ...receipt, transid: "\u0000" },
      { ...receipt, pushid: "\u0000" },
      { ...receipt, at: "2026-02-30T00:00:00Z" },
      { ...receipt, at: "2026-01-01" },
      { ...receipt, reply: "x".repeat(4_097) },
      null,
    ];
    const { status, body } = await call("POST", "/resources/v1/receipts", [
      ...wrong,
      { ...receipt, reply: "Yes \u{1f600}" },
    ]);
    expect(status).toBe(200);
    expect(body["accepted"]).toBe(1);
    expect((body["problems"] as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual([
      "/0/deviceid",
      "/1/button",
      "/2/reply",
      "/3/transid",
      "/4/pushid",
      "/5/at",
      "/6/at",
      "/7/reply",
      "/8",
    ]);
    expect(
      await sql.query("SELECT state, reply FROM delivery WHERE message_id = $1", [transid]),
    ).toEqual([{ state: "read", reply: "Yes \u{1f600}" }]);
  });

  it("is never read as other letters than were sent", async () => {
    const bytes = Buffer.from(JSON.stringify({ ...device, userid: "caf\u00e9" }), "latin1");
    expect(await call("PUT", "/resources/v1/devices", bytes)).toMatchObject({
      status: 400,
      body: { error: "The body is not UTF-8." },
    });
  });

  it.each([
    ["after", "%00"],
    ["after", "x"],
    ["limit", "1e3"],
    ["limit", "%00"],
    ["limit", "-1"],
  ])("in the query of a message's status is reported: %s=%s", async (name, value) => {
    const answer = await fetch(
      `${served.origin}/resources/v1/messaging/00000000-0000-7000-8000-000000000000?${name}=${value}`,
      {
        headers: { key: served.key },
      },
    );
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: "Invalid cursor.", problems: [expect.objectContaining({ pointer: `/${name}` })] },
    ]);
  });

  it("in a time span of a replay is reported", async () => {
    for (const span of [
      { from: "0000-01-01T00:00:00Z", to: "2026-01-01T00:00:00Z" },
      { from: "2026-01-01T00:00:00Z", to: "9999-12-31T23:59:59-23:59" },
    ])
      expect((await call("POST", "/resources/v1/updates/replay", span, served.key)).status).toBe(
        400,
      );
  });
});
