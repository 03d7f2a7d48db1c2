import { createECDH } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { testApp } from "@/lib/directory/app/testing";
import { importDevices } from "@/lib/directory/device/import";
import { openDevice } from "@/lib/directory/device/open";
import { erasePerson } from "@/lib/directory/person/erase";
import { lookForPerson } from "@/lib/directory/person/look";
import { suppress } from "@/lib/directory/suppression/suppress";
import { expand } from "@/lib/dispatch/expand";
import { providerKinds } from "@/lib/interface/device-kinds";
import { normalPushId } from "@/lib/interface/recipient-id";
import { listMessages } from "@/lib/results/read-messages";
import { openInterface, type TestInterface } from "./testing";

const token = "bb92124d6f955e7d41acc32b433309dc097df8c30b32b7e629cebe554ae7cb73";
const groups = "bb92124d 6f955e7d 41acc32b 433309dc 097df8c3 0b32b7e6 29cebe55 4ae7cb73";
const long = [108, 160].map((digits) => "84480f8cd51cd381".repeat(10).slice(0, digits));
const p256dh = createECDH("prime256v1").generateKeys();
const auth = Buffer.from("fbfffefbfffefbfffefbfffefbfffefb", "hex");
const endpoint = "https://fcm.googleapis.com/fcm/send/example:APA91bExample";
const inBase64 = {
  endpoint,
  expirationTime: null,
  keys: { p256dh: p256dh.toString("base64"), auth: auth.toString("base64") },
};
const inBase64url = {
  endpoint,
  keys: { p256dh: p256dh.toString("base64url"), auth: auth.toString("base64url") },
};

const say = { title: "Hi", text: "Hello" };
const channels = {
  push: { android: say, ios: say, web: { ...say, actiontext: "Open", platform_types: ["chrome"] } },
};

interface Delivery {
  destination: string;
  kind: string;
  deviceId: string | null;
  state: string;
  code: string | null;
  description: string;
}

describe("one form of an id at every door", () => {
  let sql: Database;
  let served: TestInterface;
  let clientKey = "";
  beforeAll(async () => {
    sql = await openTestDatabase();
    served = await openInterface(sql);
    ({ clientKey } = await testApp(sql, served.serviceId, "all", providerKinds));
  }, 120_000);
  afterAll(() => served.close(), 60_000);

  const call = async (method: string, path: string, body: unknown, key = clientKey) => {
    const answer = await fetch(`${served.origin}/resources/v1/${path}`, {
      method,
      headers: { key },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const put = (device: object) =>
    call("PUT", "devices", { appid: "all", deviceid: "d", ...device });
  const devices = () =>
    sql.query<{
      kind: string;
      pushid: string;
      subscription: unknown;
      state: string;
      users: string[];
    }>(
      `SELECT d.kind, d.pushid, d.subscription, d.state, array_remove(array_agg(u.userid ORDER BY u.userid), NULL) AS users
       FROM device d LEFT JOIN device_user u ON u.device_id = d.id GROUP BY d.id ORDER BY d.id`,
    );
  /** What becomes of a request's recipients, and of which of them it warned. */
  const sent = async (destination: object[]) => {
    const { status, body } = await call(
      "POST",
      "messaging",
      { deliverychannel: "push", appid: "all", destination, channels },
      served.key,
    );
    expect(status).toBe(200);
    const [reply] = body["response"] as {
      transid: string;
      warnings?: { pointer: string; rule: string }[];
    }[];
    await expand([reply?.transid ?? ""]);
    const deliveries = await sql.query<Delivery>(
      `SELECT coalesce(destination_written, destination) AS destination, kind, device_id AS "deviceId", state, code, description FROM delivery WHERE message_id = $1 ORDER BY id`,
      [reply?.transid],
    );
    return {
      transid: reply?.transid ?? "",
      deliveries,
      warned: (reply?.warnings ?? []).map(({ rule, pointer }) => `${rule} ${pointer}`),
    };
  };
  const empty = () => sql.query("TRUNCATE device, suppression CASCADE");

  it("a message to another spelling is reported as it was written, found by either, and removed with its person", async () => {
    await empty();
    const as = { actor: testOwner() };
    const { serviceId } = served;
    await put({ kind: "ios", pushid: token, userid: "ida" });
    const written = ["  ida\n", `<${groups}>`];
    const { transid } = await sent([{ userid: [written[0]] }]);
    const other = await sent([{ ios_pushid: [written[1]] }]);
    const told = await Promise.all(
      [transid, other.transid].map((id) => call("GET", `messaging/${id}`, undefined, served.key)),
    );
    expect(
      told.map(({ body }) =>
        (body["deliveries"] as { destination: string }[]).map(({ destination }) => destination),
      ),
    ).toEqual([[written[0]], [written[1]]]);
    const found = async (recipient: string) =>
      (await listMessages(as, { serviceId, recipient })).rows.map((row) => row.transid);
    for (const id of ["ida", " ida "]) expect(await found(id)).toEqual([transid]);
    for (const id of [token, token.toUpperCase(), `<${groups}>`])
      expect(await found(id)).toEqual([other.transid]);
    const whole = JSON.stringify(inBase64url);
    const browser = await sent([{ chrome_pushid: [whole] }]);
    for (const id of [
      whole,
      JSON.stringify(inBase64, null, 2),
      (await devices()).find(({ kind }) => kind === "chrome")?.pushid ?? "",
    ])
      expect(await found(id)).toEqual([browser.transid]);
    await sql.query("UPDATE delivery SET next_at = NULL");
    await sql.query("UPDATE message SET state = 'done'");
    expect(await lookForPerson(as, { serviceId, userid: "ida" })).toMatchObject({
      counts: { deliveries: 2, messages: 2 },
    });
    while (!(await erasePerson(as, { serviceId, userid: "ida", confirmation: "ida" })).done);
    const left = await sql.query<{ text: string }>(
      "SELECT d::text || convert_from(m.request, 'UTF8') AS text FROM delivery d JOIN message m ON m.id = d.message_id WHERE m.id = ANY($1)",
      [[transid, other.transid]],
    );
    expect(left).toHaveLength(2);
    for (const { text } of left) expect(text).not.toMatch(/ida|bb92124d/);
  });

  it("a token of Apple is its digits, however the phone or the program wrote it", async () => {
    await empty();
    const forms = [
      token,
      `<${groups}>`,
      groups,
      token.toUpperCase(),
      `${token}\n`,
      `\u200B${token}\u00A0`,
    ];
    const answers = [];
    for (const pushid of forms) answers.push(await put({ kind: "ios", pushid, userid: "maya" }));
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 200]);
    expect(answers.map(({ body }) => body["pushid"])).toEqual(forms.map(() => token));
    const { deliveries, warned } = await sent([{ ios_pushid: forms }]);
    expect(deliveries).toHaveLength(1);
    // What an update says is what the program wrote.
    expect(deliveries[0]?.destination).toBe(token);
    expect(warned).toEqual(
      [1, 2, 3, 4, 5].map((at) => `destination.id.twice /destination/0/ios_pushid/${at}`),
    );
    expect((await sent([{ ios_pushid: [`<${groups}>`] }])).deliveries[0]?.destination).toBe(
      `<${groups}>`,
    );
    expect(await devices()).toMatchObject([{ kind: "ios", pushid: token, users: ["maya"] }]);
  });

  it("a token of Apple has any length", async () => {
    for (const pushid of long)
      expect(await put({ kind: "ios", deviceid: `d-${pushid.length}`, pushid })).toMatchObject({
        status: 201,
      });
  });

  it.each([
    ["ios", "(null)"],
    ["ios", "<null>"],
    ["ios", "undefined"],
    ["ios", `${token}z`],
    ["ios", token.slice(1)],
    ["android", "(null)"],
    ["hms", "null"],
    ["chrome", "not a subscription"],
    ["chrome", endpoint],
    ["firefox", JSON.stringify({ endpoint })],
  ])("a device of kind %s cannot register as %j", async (kind, pushid) => {
    const { status, body } = await put({ kind, pushid });
    expect(status).toBe(400);
    expect(body["problems"]).toMatchObject([{ pointer: "/pushid" }]);
  });

  it.each([
    "http://push.shop.example.com/x",
    "http://permanently-removed.invalid/x",
    "https://maya:pw@push.shop.example.com/x",
  ])("a browser at %s neither registers nor is sent to", async (address) => {
    await empty();
    const subscription = { ...inBase64url, endpoint: address };
    expect(await put({ kind: "chrome", subscription })).toMatchObject({
      status: 400,
      body: { problems: [{ pointer: "/subscription/endpoint" }] },
    });
    expect(await put({ kind: "chrome", pushid: JSON.stringify(subscription) })).toMatchObject({
      status: 400,
      body: { problems: [{ pointer: "/pushid" }] },
    });
    const { deliveries, warned } = await sent([
      { chrome_pushid: [JSON.stringify(subscription), JSON.stringify(inBase64url)] },
    ]);
    expect(warned).toEqual(["destination.id.unusable /destination/0/chrome_pushid/0"]);
    expect(deliveries).toMatchObject([
      {
        state: "failed",
        code: "7512",
        description: expect.stringMatching(/its endpoint must/) as string,
      },
      { state: "queued" },
    ]);
  });

  it("a user or a device is not called (null)", async () => {
    expect(
      (await put({ kind: "ios", pushid: token, userid: "(null)" })).body["problems"],
    ).toMatchObject([{ pointer: "/userid" }]);
    expect(
      (await put({ kind: "ios", pushid: token, deviceid: " <nil>" })).body["problems"],
    ).toMatchObject([{ pointer: "/deviceid" }]);
  });

  it("what cannot be used fails alone, with a warning, and becomes no device", async () => {
    await empty();
    await put({ kind: "android", pushid: "good", userid: "maya" });
    const { deliveries, warned } = await sent([
      { ios_pushid: ["(null)", "undefined"] },
      { android_pushid: [" good\u00A0", "(null)"] },
    ]);
    expect(
      deliveries.map(({ destination, state, code }) => `${destination} ${state} ${code ?? ""}`),
    ).toEqual([
      "(null) failed 7512",
      "undefined failed 7512",
      " good\u00A0 queued ",
      "(null) failed 7512",
    ]);
    expect(deliveries[0]?.description).toMatch(/^Invalid push id: it is "\(null\)"/);
    expect(warned).toEqual([
      "destination.id.unusable /destination/0/ios_pushid/0",
      "destination.id.unusable /destination/0/ios_pushid/1",
      "destination.id.unusable /destination/1/android_pushid/1",
    ]);
    expect(await devices()).toMatchObject([{ kind: "android", pushid: "good" }]);
  });

  it("a subscription is one with keys in base64 or base64url, registered or in a request", async () => {
    await empty();
    const first = await put({ kind: "chrome", subscription: inBase64 });
    expect(first.status).toBe(201);
    for (const form of [
      { subscription: inBase64url },
      { pushid: JSON.stringify(inBase64) },
      { subscription: { ...inBase64url, endpoint: `${endpoint}#x` } },
      { pushid: JSON.stringify({ ...inBase64url, endpoint: endpoint.replace(".com/", ".com./") }) },
      { pushid: Buffer.from(JSON.stringify(inBase64url)).toString("base64") },
      { pushid: first.body["pushid"] },
    ])
      expect(await put({ kind: "chrome", ...form })).toMatchObject({
        status: 200,
        body: { pushid: first.body["pushid"] },
      });
    const { deliveries } = await sent([
      {
        chrome_pushid: [
          JSON.stringify(inBase64),
          JSON.stringify(inBase64url),
          first.body["pushid"],
        ],
      },
    ]);
    expect(deliveries).toHaveLength(1);
    expect(await devices()).toMatchObject([{ kind: "chrome", subscription: inBase64url }]);
    expect((await put({ kind: "android", subscription: inBase64 })).body["problems"]).toMatchObject(
      [{ pointer: "/subscription" }],
    );
  });

  it("a user is one with or without white space around the id", async () => {
    await empty();
    await put({ kind: "android", pushid: "t", userid: "\u200Bmaya\u00A0" });
    const { deliveries, warned } = await sent([{ userid: ["maya\n", "maya", "\uFEFFmaya"] }]);
    expect(deliveries).toMatchObject([{ destination: "maya\n", kind: "android", state: "queued" }]);
    expect(warned).toHaveLength(2);
    expect((await devices())[0]?.users).toEqual(["maya"]);
    await suppress(
      { actor: testOwner() },
      { serviceId: served.serviceId, kind: "userid", ids: [" maya "] },
    );
    expect((await sent([{ userid: ["maya\u00A0"] }])).deliveries).toMatchObject([
      { state: "failed", description: "Suppressed" },
    ]);
  });

  it("a receipt finds its delivery by any spelling", async () => {
    await empty();
    await put({ kind: "android", pushid: "t-1", deviceid: "phone" });
    const { transid } = await sent([{ android_pushid: ["t-1"] }]);
    await call("POST", "receipts", [{ transid, pushid: " t-1\n", event: "delivered" }]);
    expect(await sql.query("SELECT state FROM delivery WHERE message_id = $1", [transid])).toEqual([
      { state: "delivered" },
    ]);
    await call("POST", "receipts", [{ transid, deviceid: "phone\u00A0", event: "read" }]);
    expect(await sql.query("SELECT state FROM delivery WHERE message_id = $1", [transid])).toEqual([
      { state: "read" },
    ]);
  });

  const short = "bb92124d6f955e7d";
  const spellings = [
    short.toUpperCase(),
    "BB92124D 6f955e7d",
    `<${short.toUpperCase()}>`,
    ` {length = 8, bytes = 0x${short}}`,
    short,
  ];
  it.each(spellings)(
    "a token that is suppressed as %j meets the device of Apple, and of no other the letters in another case",
    async (written) => {
      await empty();
      await put({ kind: "ios", pushid: short, deviceid: "phone", userid: "maya" });
      const forms = [short, short.toUpperCase()];
      for (const pushid of forms) await put({ kind: "android", pushid, deviceid: pushid });
      await suppress(
        { actor: testOwner() },
        { serviceId: served.serviceId, kind: "pushid", ids: [written] },
      );
      const { deliveries } = await sent([
        { ios_pushid: [short.toUpperCase()] },
        { userid: ["maya"] },
        { android_pushid: forms },
      ]);
      const states = deliveries.map(
        ({ kind, destination, description }) => `${kind} ${destination} ${description}`,
      );
      expect(states.filter((one) => one.startsWith("ios"))).toEqual([
        `ios ${short.toUpperCase()} Suppressed`,
      ]);
      const normal = normalPushId(written);
      expect(states.filter((one) => one.startsWith("android"))).toEqual(
        forms.map(
          (form) =>
            expect.stringMatching(
              form === normal ? / Suppressed$/ : new RegExp(`^android ${form} (?!Suppressed)`),
            ) as string,
        ),
      );
      const [device] = await sql.query<{ id: string }>("SELECT id FROM device WHERE kind = 'ios'");
      expect(
        (await openDevice({ actor: testOwner() }, { id: device?.id ?? "" })).suppressed,
      ).toEqual([""]);
    },
  );

  it.each(spellings)("a receipt for %j finds the device of Apple alone", async (pushid) => {
    await empty();
    await put({ kind: "ios", pushid: short, deviceid: "phone" });
    await put({ kind: "android", pushid: short, deviceid: "other" });
    const { transid } = await sent([{ ios_pushid: [short] }, { android_pushid: [short] }]);
    await call("POST", "receipts", [{ transid, pushid, event: "delivered" }]);
    const rows = await sql.query(
      "SELECT kind, state FROM delivery WHERE message_id = $1 ORDER BY kind",
      [transid],
    );
    // What is written as the other provider's token is, letter by letter, is both.
    const other = normalPushId(pushid) === short ? "delivered" : "queued";
    expect(rows).toEqual([
      { kind: "android", state: other },
      { kind: "ios", state: "delivered" },
    ]);
  });

  it("who has left stays out of requests and imports, however the id is spelled, until the device registers", async () => {
    await empty();
    await put({ kind: "ios", pushid: token, userid: "maya" });
    await call("DELETE", "devices", { appid: "all", deviceid: "d\u00A0" });
    expect((await sent([{ ios_pushid: [`<${groups.toUpperCase()}>`] }])).deliveries).toMatchObject([
      { state: "failed", code: "7513" },
    ]);
    const device = {
      appid: "all",
      deviceid: "d",
      kind: "ios",
      pushid: `<${groups}>`,
      userid: "maya",
    };
    const imported = await importDevices(
      { actor: testOwner() },
      { serviceId: served.serviceId, lines: [{ line: 2, device }] },
    );
    expect(imported).toMatchObject({ created: 0, updated: 0, skipped: 1 });
    expect(await devices()).toMatchObject([{ state: "removed" }]);
    expect(await put(device)).toMatchObject({ status: 200 });
    expect(await devices()).toMatchObject([{ state: "active" }]);
  });
});
