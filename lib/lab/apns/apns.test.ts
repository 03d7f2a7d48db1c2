import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { connect } from "node:http2";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Lab, startLab } from "@/lib/lab/lab";
import {
  ask,
  ask1,
  ask2,
  apnsHeaders,
  apnsToken,
  deviceOf,
  freshFolder,
  makeJwt,
  nowSeconds,
} from "@/lib/lab/test-client";

let lab: Lab;
let phone: string;
beforeAll(async () => {
  lab = await startLab({ dataDir: freshFolder(), ports: 0 });
  phone = deviceOf(lab, "ios").pushId;
});
afterAll(() => lab.stop());

const hello = JSON.stringify({
  aps: { alert: { title: "Hi", body: "there" }, badge: 2, sound: "default" },
  transid: "t-1",
});
const send = (more = {}, body: string | Buffer = hello, providerToken = apnsToken(lab)) =>
  ask2(lab.endpoints.apns, apnsHeaders(lab, phone, providerToken, more), body);
const reason = (body: string) => (JSON.parse(body) as { reason: string }).reason;

describe("APNs", () => {
  it("takes an alert, answers with its apns-id and no body, and the phone shows the exact text", async () => {
    const id = "0f0d41e3-7a2a-4c0b-9a20-33b3f5be4c2a";
    const answered = await send({
      "apns-id": id,
      "apns-collapse-id": "score",
      "apns-expiration": "0",
    });
    expect([answered.status, answered.headers["apns-id"], answered.body]).toEqual([200, id, ""]);
    const [notification] = lab.notifications({
      deviceid: deviceOf(lab, "ios").deviceid,
      transid: "t-1",
    });
    expect(notification).toMatchObject({
      provider: "apns",
      kind: "ios",
      userid: "user-1",
      body: hello,
      headers: { "apns-collapse-id": "score", "apns-push-type": "alert" },
    });
    expect((await send()).headers["apns-id"]).toMatch(/^[0-9A-F-]{36}$/);
  });

  it.each([
    [405, "MethodNotAllowed", { ":method": "PUT" }],
    [404, "BadPath", { ":path": "/4/device/aa" }],
    [404, "BadPath", { ":path": "/3/devices/aa" }],
    [400, "MissingDeviceToken", { ":path": "/3/device/" }],
    [400, "BadDeviceToken", { ":path": `/3/device/${"ab".repeat(31)}` }],
    [400, "BadDeviceToken", { ":path": `/3/device/${"xy".repeat(32)}` }],
    [400, "BadDeviceToken", { ":path": `/3/device/${"ab".repeat(32)}` }],
    [403, "MissingProviderToken", { authorization: undefined }],
    [403, "InvalidProviderToken", { authorization: "bearer nonsense" }],
    [400, "MissingTopic", { "apns-topic": undefined }],
    [400, "BadTopic", { "apns-topic": "not a bundle!" }],
    [400, "TopicDisallowed", { "apns-topic": "com.other.app" }],
    [400, "InvalidPushType", { "apns-push-type": "loud" }],
    [400, "InvalidPushType", { "apns-push-type": undefined }],
    [400, "BadPriority", { "apns-priority": "7" }],
    [400, "BadPriority", { "apns-push-type": "background", "apns-priority": "10" }],
    [400, "BadExpirationDate", { "apns-expiration": "tomorrow" }],
    [400, "BadExpirationDate", { "apns-expiration": "-1" }],
    [400, "BadMessageId", { "apns-id": "7" }],
  ])("answers %i %s to %j", async (status, expected, more) => {
    const answered = await send(more);
    expect([answered.status, reason(answered.body)]).toEqual([status, expected]);
    expect(answered.headers["apns-id"]).toBeDefined();
  });

  const rules = JSON.parse(
    readFileSync(join(import.meta.dirname, "../vectors/apns_request_rules.json"), "utf8"),
  ) as {
    collapse_id_cases: { value: string; ok: boolean }[];
  };
  it.each(rules.collapse_id_cases)("judges collapse id $value by bytes", async ({ value, ok }) => {
    // HTTP/2 headers are bytes; Node writes and reads them as Latin-1.
    const answered = await send({
      "apns-collapse-id": Buffer.from(value, "utf8").toString("latin1"),
    });
    expect([answered.status, answered.body]).toEqual(
      ok ? [200, ""] : [400, '{"reason":"BadCollapseId"}'],
    );
  });

  it.each([
    ["", "PayloadEmpty"],
    ["{}", "PayloadEmpty"],
    ['{"aps":', "PayloadEmpty"],
    ['{"aps":[]}', "PayloadEmpty"],
    ['{"aps":{"badge":"3"}}', "BadPayload"],
    ['{"aps":{"badge":-1}}', "BadPayload"],
    ['{"aps":{"alert":{"body":7}}}', "BadPayload"],
    ['{"aps":{"sound":1}}', "BadPayload"],
    ['{"aps":{"mutable-content":true}}', "BadPayload"],
    ['{"aps":{"category":[]}}', "BadPayload"],
    ['{"aps":{"interruption-level":"loud"}}', "BadPayload"],
  ])("refuses the payload %s as %s", async (body, expected) => {
    const answered = await send({}, body);
    expect([answered.status, reason(answered.body)]).toEqual([400, expected]);
  });

  it("counts the whole body: 4,096 bytes pass, one more does not", async () => {
    const sized = (bytes: number) => `{"aps":{"alert":"${"x".repeat(bytes - 20)}"}}`;
    expect(Buffer.byteLength(sized(4096))).toBe(4096);
    expect((await send({}, sized(4096))).status).toBe(200);
    for (const bytes of [4097, 9000]) {
      const answered = await send({}, sized(bytes));
      expect([answered.status, reason(answered.body)]).toEqual([413, "PayloadTooLarge"]);
    }
  });

  it("judges provider tokens: age, key id, team, algorithm, signature", async () => {
    const status = async (providerToken: string) => {
      const answered = await send({}, hello, providerToken);
      return answered.status === 200 ? "ok" : reason(answered.body);
    };
    const now = nowSeconds();
    expect(await status(apnsToken(lab, { iat: now - 3300 }))).toBe("ok");
    expect(await status(apnsToken(lab, { iat: now - 3700 }))).toBe("ExpiredProviderToken");
    expect(await status(apnsToken(lab, { iat: now + 300 }))).toBe("InvalidProviderToken");
    expect(await status(apnsToken(lab, { iat: undefined }))).toBe("InvalidProviderToken");
    expect(await status(apnsToken(lab, { iss: "OTHERTEAM1" }))).toBe("InvalidProviderToken");
    expect(await status(apnsToken(lab, {}, { kid: "OTHERKEY01" }))).toBe("InvalidProviderToken");
    expect(await status(apnsToken(lab, {}, { alg: "none" }))).toBe("InvalidProviderToken");
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    expect(
      await status(
        makeJwt(
          "ES256",
          privateKey,
          { iss: lab.accounts.apns.teamId, iat: now },
          { kid: lab.accounts.apns.keyId },
        ),
      ),
    ).toBe("InvalidProviderToken");
  });

  it("refuses a second token within 20 minutes on one connection, and takes the first one again", async () => {
    const session = connect(lab.endpoints.apns);
    const with_ = (providerToken: string) =>
      ask(session, apnsHeaders(lab, phone, providerToken), hello);
    const now = nowSeconds();
    const first = apnsToken(lab, { iat: now - 1900 });
    expect((await with_(first)).status).toBe(200);
    const soon = await with_(apnsToken(lab, { iat: now - 1000 }));
    expect([soon.status, reason(soon.body)]).toEqual([429, "TooManyProviderTokenUpdates"]);
    expect((await with_(first)).status).toBe(200);
    expect((await with_(apnsToken(lab, { iat: now - 600 }))).status).toBe(200);
    session.destroy();
  });

  it("says Unregistered with the time in ms for a retired token", async () => {
    const gone = lab.addDevice({ kind: "ios" });
    const before = Date.now();
    lab.retire(gone.pushId);
    const answered = await ask2(
      lab.endpoints.apns,
      apnsHeaders(lab, gone.pushId, apnsToken(lab)),
      hello,
    );
    const body = JSON.parse(answered.body) as { reason: string; timestamp: number };
    expect([answered.status, body.reason]).toEqual([410, "Unregistered"]);
    expect(body.timestamp).toBeGreaterThanOrEqual(before);
    expect(body.timestamp).toBeLessThanOrEqual(Date.now());
  });

  it("replaces a shown notification with the same collapse id, not one that was read", async () => {
    const { deviceid } = deviceOf(lab, "ios");
    const collapsing = (transid: string) =>
      send({ "apns-collapse-id": "c-1" }, JSON.stringify({ aps: { alert: "x" }, transid }));
    await collapsing("c-a");
    expect(lab.interact({ deviceid, transid: "c-a", event: "read" })).toBe(true);
    await collapsing("c-b");
    await collapsing("c-c");
    const states = ["c-a", "c-b", "c-c"].map((transid) => lab.notifications({ transid })[0]?.state);
    expect(states).toEqual(["read", "replaced", "shown"]);
    expect(lab.interact({ deviceid, transid: "c-b", event: "read" })).toBe(false);
  });

  it("announces 1,000 concurrent streams and speaks no HTTP/1.1", async () => {
    const session = connect(lab.endpoints.apns);
    await new Promise((resolve) => session.once("remoteSettings", resolve));
    expect(session.remoteSettings.maxConcurrentStreams).toBe(1000);
    session.destroy();
    await expect(
      ask1(`${lab.endpoints.apns}/3/device/${phone}`, "POST", {}, hello),
    ).rejects.toThrow(/hang up|ECONNRESET/);
  });
});
