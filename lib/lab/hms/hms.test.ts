import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Lab, startLab } from "@/lib/lab/lab";
import {
  ask1,
  ask2,
  deviceOf,
  freshFolder,
  hmsSend,
  hmsToken,
  hmsTokenCall,
} from "@/lib/lab/test-client";

let lab: Lab;
let token: string;
let pura: string;
beforeAll(async () => {
  lab = await startLab({ dataDir: freshFolder(), ports: 0 });
  token = await hmsToken(lab);
  pura = deviceOf(lab, "hms").pushId;
});
afterAll(() => lab.stop());

const click = { type: 3 };
const notificationOf = (more: object = {}) => ({
  title: "Title",
  body: "Body",
  click_action: click,
  ...more,
});
const message = (android: object = {}, more: object = {}) => ({
  android: { notification: notificationOf(), ...android },
  token: [pura],
  ...more,
});
const code = async (body: unknown, more: object = {}) =>
  (await hmsSend(lab, token, body, more)).code;

describe("HMS token call", () => {
  it("gives out a token whose slash is escaped on the wire", async () => {
    const answered = await hmsTokenCall(lab);
    expect(answered.status).toBe(200);
    expect(answered.body).toMatch(/"access_token":"CF\\\//);
    expect(JSON.parse(answered.body)).toMatchObject({ expires_in: 3600, token_type: "Bearer" });
  });

  it.each([
    [400, { grant_type: "password" }],
    [400, { client_id: "1" }],
    [403, { client_secret: "x" }],
  ])("refuses with %i: %j", async (status, more) => {
    const answered = await hmsTokenCall(lab, more);
    expect(answered.status).toBe(status);
    expect(JSON.parse(answered.body)).toMatchObject({ error: 1101 });
  });
});

describe("HMS send", () => {
  it("takes a message, also over HTTP/2, reads the transid from the data text and shows the exact text", async () => {
    const sentMessage = message(
      { ttl: "86400s", collapse_key: 7, urgency: "HIGH" },
      { data: JSON.stringify({ transid: "t-1" }) },
    );
    const answered = await hmsSend(lab, token, sentMessage);
    expect(answered).toMatchObject({
      code: "80000000",
      msg: "Success",
      requestId: expect.stringMatching(/^\d{20,}$/),
    });
    const body = JSON.stringify({ message: sentMessage });
    const headers = {
      ":method": "POST",
      ":path": `/v1/${lab.accounts.hms.appId}/messages:send`,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    };
    expect((await ask2(lab.endpoints.hms, headers, body)).body).toContain("80000000");
    const notifications = lab.notifications({ userid: "user-2", transid: "t-1" });
    expect(notifications).toHaveLength(2);
    expect(notifications[0]).toMatchObject({ provider: "hms", pushId: pura, body });
  });

  it("takes documented notification members and a message of data alone", async () => {
    const full = notificationOf({
      click_action: { type: 1, intent: "#Intent;end" },
      style: 1,
      big_title: "T",
      big_body: "B",
      image: "https://example.com/i.png",
      channel_id: "c",
      importance: "HIGH",
      badge: { add_num: 1, class: "a.b" },
      buttons: [
        { name: "Yes", action_type: 0 },
        { name: "No", action_type: 1, intent_type: 0, intent: "#Intent;end", data: "d" },
        { name: "Bin", action_type: 3 },
      ],
      tag: "t",
      notify_id: 3,
      foreground_show: true,
    });
    expect(
      await code(
        message({ notification: full, bi_tag: "b", data: "x", category: "IM", receipt_id: "r" }),
      ),
    ).toBe("80000000");
    expect(await code({ data: "{}", token: [pura] })).toBe("80000000");
    expect(await code({ data: "{}", topic: "news" })).toBe("80000000");
    expect(
      await code(message({}, { data: JSON.stringify({ transid: "dry" }) }), {
        validate_only: true,
      }),
    ).toBe("80000000");
    expect(lab.notifications({ transid: "dry" })).toEqual([]);
  });

  it.each([
    ["80100003", { colour: "x" }],
    ["80100003", { notification: notificationOf({ icon_url: "x" }) }],
    ["80100003", { notification: notificationOf({ title: 7 }) }],
    ["80100003", { ttl: 60 }],
    ["80100001", { ttl: "60" }],
    ["80100001", { ttl: "1296001s" }],
    ["80100004", { ttl: "0s" }],
    ["80100013", { collapse_key: 101 }],
    ["80100013", { collapse_key: -2 }],
    ["80100013", { collapse_key: 1.5 }],
    ["80100013", { collapse_key: "7" }],
    ["80100003", { urgency: "LOUD" }],
    ["80100001", { bi_tag: "x".repeat(65) }],
    ["80100001", { notification: { title: "t", body: "b" } }],
    ["80100001", { notification: { title: "t", click_action: click } }],
    ["80100001", { notification: { body: "b", click_action: click } }],
    ["80100001", { notification: notificationOf({ click_action: {} }) }],
    ["80100001", { notification: notificationOf({ click_action: { type: 9 } }) }],
    ["80100001", { notification: notificationOf({ click_action: { type: 1 } }) }],
    [
      "80100001",
      { notification: notificationOf({ click_action: { type: 2, url: "http://example.com" } }) },
    ],
    ["80100001", { notification: notificationOf({ image: "http://example.com/i.png" }) }],
    ["80100001", { notification: notificationOf({ style: 1 }) }],
    ["80100001", { notification: notificationOf({ badge: { add_num: 100 } }) }],
    [
      "80100001",
      { notification: notificationOf({ buttons: Array(4).fill({ name: "n", action_type: 0 }) }) },
    ],
    ["80100001", { notification: notificationOf({ buttons: [{ name: "n" }] }) }],
    ["80100001", { notification: notificationOf({ buttons: [{ name: "n", action_type: 1 }] }) }],
  ])("answers %s to android %j", async (expected, android) => {
    expect(await code(message(android))).toBe(expected);
  });

  it("answers misspelled or missing members of the request", async () => {
    expect(await code(undefined, { mesage: message() })).toBe("80300010");
    expect(await code(message(), { extra: 1 })).toBe("80100003");
    expect(await code(message({}, { tokens: [] }))).toBe("80100003");
    expect(await code({ token: [pura] })).toBe("80100003");
    expect(await code(message({}, { topic: "x" }))).toBe("80100001");
    expect(await code(message({}, { token: [7] }))).toBe("80100003");
  });

  it("counts tokens: none and 1,001 are refused, 1,000 pass and each device is reached", async () => {
    expect(await code(message({}, { token: [] }))).toBe("80300010");
    expect(await code(message({}, { token: undefined }))).toBe("80300010");
    const many = lab.addDevices("hms", 1000).map((device) => device.pushId);
    const before = lab.counts().hms.notifications;
    expect(await code(message({}, { token: many }))).toBe("80000000");
    expect(lab.counts().hms.notifications - before).toBe(1000);
    expect(await code(message({}, { token: [...many, pura] }))).toBe("80300010");
  });

  it("counts 4,096 bytes without the tokens", async () => {
    const frame = Buffer.byteLength(JSON.stringify({ message: { data: "", token: [] } }));
    const sized = (bytes: number) => ({
      data: "x".repeat(bytes - frame),
      token: [pura, lab.addDevice({ kind: "hms" }).pushId],
    });
    expect(await code(sized(4096))).toBe("80000000");
    expect(await code(sized(4097))).toBe("80300008");
  });

  it("names dead tokens among good ones, and says so when all are dead", async () => {
    const gone = lab.addDevice({ kind: "hms" });
    lab.retire(gone.pushId);
    const partial = await hmsSend(
      lab,
      token,
      message({}, { token: [pura, gone.pushId, "unknown"] }),
    );
    expect(partial.code).toBe("80100000");
    expect(JSON.parse(partial.msg)).toEqual({
      success: 1,
      failure: 2,
      illegal_tokens: [gone.pushId, "unknown"],
    });
    expect(await code(message({}, { token: [gone.pushId] }))).toBe("80300007");
  });

  it("refuses unknown and expired access tokens and another app, all with HTTP 200", async () => {
    expect((await hmsSend(lab, "nonsense", message())).code).toBe("80200001");
    lab.faults.set({ hms: { tokenLifetime: 0 } });
    const expired = await hmsToken(lab);
    lab.faults.set({});
    expect((await hmsSend(lab, expired, message())).code).toBe("80200003");
    const other = await ask1(
      `${lab.endpoints.hms}/v1/1/messages:send`,
      "POST",
      { authorization: `Bearer ${token}`, "content-type": "application/json" },
      "{}",
    );
    expect([other.status, (JSON.parse(other.body) as { code: string }).code]).toEqual([
      200,
      "80300002",
    ]);
    expect((await ask1(`${lab.endpoints.hms}/v1/x`, "POST", {})).status).toBe(404);
    expect((await ask1(`${lab.endpoints.hms}/v1/1/messages:send`, "GET", {})).status).toBe(405);
  });
});
