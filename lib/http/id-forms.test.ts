import { createECDH } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { importDevices } from "@/lib/directory/device/import";
import { openDevice } from "@/lib/directory/device/open";
import { erasePerson } from "@/lib/directory/person/erase";
import { lookForPerson } from "@/lib/directory/person/look";
import { addSuppressions } from "@/lib/directory/suppression/add";
import { normalPushId } from "@/lib/interface/recipient-id";
import { listMessages } from "@/lib/results/read-messages";
import { openDoors, type Doors } from "./testing";

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

describe("one form of an id at every door", () => {
  let doors: Doors;
  beforeAll(async () => {
    doors = await openDoors();
  }, 120_000);
  afterAll(() => doors.served.close(), 60_000);

  it("a message to another spelling is found by either and removed with its person", async () => {
    await doors.empty();
    const as = { actor: testOwner() };
    const { serviceId } = doors.served;
    await doors.put({ kind: "ios", pushid: token, userid: "ida" });
    const rawIds = ["  ida\n", `<${groups}>`];
    const { transid } = await doors.send([{ userid: [rawIds[0]] }]);
    const other = await doors.send([{ ios_pushid: [rawIds[1]] }]);
    const statuses = await Promise.all(
      [transid, other.transid].map((id) =>
        doors.call("GET", `messaging/${id}`, undefined, doors.served.key),
      ),
    );
    expect(
      statuses.map(({ body }) =>
        (body["deliveries"] as { destination: string }[]).map(({ destination }) => destination),
      ),
    ).toEqual([[rawIds[0]], [rawIds[1]]]);
    const findTransids = async (recipient: string) =>
      (await listMessages(as, { serviceId, recipient })).rows.map((row) => row.transid);
    for (const id of ["ida", " ida "]) expect(await findTransids(id)).toEqual([transid]);
    for (const id of [token, token.toUpperCase(), `<${groups}>`])
      expect(await findTransids(id)).toEqual([other.transid]);
    const whole = JSON.stringify(inBase64url);
    const browser = await doors.send([{ chrome_pushid: [whole] }]);
    for (const id of [
      whole,
      JSON.stringify(inBase64, null, 2),
      (await doors.devices()).find(({ kind }) => kind === "chrome")?.pushid ?? "",
    ])
      expect(await findTransids(id)).toEqual([browser.transid]);
    await doors.sql.query("UPDATE delivery SET next_at = NULL");
    await doors.sql.query("UPDATE message SET state = 'done'");
    expect(await lookForPerson(as, { serviceId, userid: "ida" })).toMatchObject({
      counts: { deliveries: 2, messages: 2 },
    });
    while (!(await erasePerson(as, { serviceId, userid: "ida", confirmation: "ida" })).done);
    const left = await doors.sql.query<{ text: string }>(
      "SELECT d::text || convert_from(m.request, 'UTF8') AS text FROM delivery d JOIN message m ON m.id = d.message_id WHERE m.id = ANY($1)",
      [[transid, other.transid]],
    );
    expect(left).toHaveLength(2);
    for (const { text } of left) expect(text).not.toMatch(/ida|bb92124d/);
  });

  it("a token of Apple is its digits, however the phone or the program wrote it", async () => {
    await doors.empty();
    const forms = [
      token,
      `<${groups}>`,
      groups,
      token.toUpperCase(),
      `${token}\n`,
      `\u200B${token}\u00A0`,
    ];
    const answers = [];
    for (const pushid of forms)
      answers.push(await doors.put({ kind: "ios", pushid, userid: "maya" }));
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 200]);
    expect(answers.map(({ body }) => body["pushid"])).toEqual(forms.map(() => token));
    const { deliveries, warnings } = await doors.send([{ ios_pushid: forms }]);
    expect(deliveries).toHaveLength(1);
    // What an update says is what the program wrote.
    expect(deliveries[0]?.destination).toBe(token);
    expect(warnings).toEqual(
      [1, 2, 3, 4, 5].map((at) => `destination.id.twice /destination/0/ios_pushid/${at}`),
    );
    expect((await doors.send([{ ios_pushid: [`<${groups}>`] }])).deliveries[0]?.destination).toBe(
      `<${groups}>`,
    );
    expect(await doors.devices()).toMatchObject([{ kind: "ios", pushid: token, users: ["maya"] }]);
  });

  it("a token of Apple has any length", async () => {
    for (const pushid of long)
      expect(
        await doors.put({ kind: "ios", deviceid: `d-${pushid.length}`, pushid }),
      ).toMatchObject({
        status: 201,
      });
  });

  it("a subscription is one with keys in base64 or base64url, registered or in a request", async () => {
    await doors.empty();
    const first = await doors.put({ kind: "chrome", subscription: inBase64 });
    expect(first.status).toBe(201);
    for (const form of [
      { subscription: inBase64url },
      { pushid: JSON.stringify(inBase64) },
      { subscription: { ...inBase64url, endpoint: `${endpoint}#x` } },
      { pushid: JSON.stringify({ ...inBase64url, endpoint: endpoint.replace(".com/", ".com./") }) },
      { pushid: Buffer.from(JSON.stringify(inBase64url)).toString("base64") },
      { pushid: first.body["pushid"] },
    ])
      expect(await doors.put({ kind: "chrome", ...form })).toMatchObject({
        status: 200,
        body: { pushid: first.body["pushid"] },
      });
    const { deliveries } = await doors.send([
      {
        chrome_pushid: [
          JSON.stringify(inBase64),
          JSON.stringify(inBase64url),
          first.body["pushid"],
        ],
      },
    ]);
    expect(deliveries).toHaveLength(1);
    expect(await doors.devices()).toMatchObject([{ kind: "chrome", subscription: inBase64url }]);
    expect(
      (await doors.put({ kind: "android", subscription: inBase64 })).body["problems"],
    ).toMatchObject([{ pointer: "/subscription" }]);
  });

  it("a user is one with or without white space around the id", async () => {
    await doors.empty();
    await doors.put({ kind: "android", pushid: "t", userid: "\u200Bmaya\u00A0" });
    const { deliveries, warnings } = await doors.send([
      { userid: ["maya\n", "maya", "\uFEFFmaya"] },
    ]);
    expect(deliveries).toMatchObject([{ destination: "maya\n", kind: "android", state: "queued" }]);
    expect(warnings).toHaveLength(2);
    expect((await doors.devices())[0]?.users).toEqual(["maya"]);
    await addSuppressions(
      { actor: testOwner() },
      { serviceId: doors.served.serviceId, kind: "userid", ids: [" maya "] },
    );
    expect((await doors.send([{ userid: ["maya\u00A0"] }])).deliveries).toMatchObject([
      { state: "failed", description: "Suppressed" },
    ]);
  });

  it("a receipt finds its delivery by any spelling", async () => {
    await doors.empty();
    await doors.put({ kind: "android", pushid: "t-1", deviceid: "phone" });
    const { transid } = await doors.send([{ android_pushid: ["t-1"] }]);
    await doors.call("POST", "receipts", [{ transid, pushid: " t-1\n", event: "delivered" }]);
    expect(
      await doors.sql.query("SELECT state FROM delivery WHERE message_id = $1", [transid]),
    ).toEqual([{ state: "delivered" }]);
    await doors.call("POST", "receipts", [{ transid, deviceid: "phone\u00A0", event: "read" }]);
    expect(
      await doors.sql.query("SELECT state FROM delivery WHERE message_id = $1", [transid]),
    ).toEqual([{ state: "read" }]);
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
    "a token that is suppressed as %j ignores case for Apple devices alone",
    async (spelling) => {
      await doors.empty();
      await doors.put({ kind: "ios", pushid: short, deviceid: "phone", userid: "maya" });
      const forms = [short, short.toUpperCase()];
      for (const pushid of forms) await doors.put({ kind: "android", pushid, deviceid: pushid });
      await addSuppressions(
        { actor: testOwner() },
        { serviceId: doors.served.serviceId, kind: "pushid", ids: [spelling] },
      );
      const { deliveries } = await doors.send([
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
      const normal = normalPushId(spelling);
      expect(states.filter((one) => one.startsWith("android"))).toEqual(
        forms.map(
          (form) =>
            expect.stringMatching(
              form === normal ? / Suppressed$/ : new RegExp(`^android ${form} (?!Suppressed)`),
            ) as string,
        ),
      );
      const [device] = await doors.sql.query<{ id: string }>(
        "SELECT id FROM device WHERE kind = 'ios'",
      );
      expect(
        (await openDevice({ actor: testOwner() }, { id: device?.id ?? "" })).suppressed,
      ).toEqual([""]);
    },
  );

  it.each(spellings)("a receipt for %j finds the device of Apple alone", async (pushid) => {
    await doors.empty();
    await doors.put({ kind: "ios", pushid: short, deviceid: "phone" });
    await doors.put({ kind: "android", pushid: short, deviceid: "other" });
    const { transid } = await doors.send([{ ios_pushid: [short] }, { android_pushid: [short] }]);
    await doors.call("POST", "receipts", [{ transid, pushid, event: "delivered" }]);
    const rows = await doors.sql.query(
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

  it("a user who has left stays out in any spelling until the device registers", async () => {
    await doors.empty();
    await doors.put({ kind: "ios", pushid: token, userid: "maya" });
    await doors.call("DELETE", "devices", { appid: "all", deviceid: "d\u00A0" });
    expect(
      (await doors.send([{ ios_pushid: [`<${groups.toUpperCase()}>`] }])).deliveries,
    ).toMatchObject([{ state: "failed", code: "7513" }]);
    const device = {
      appid: "all",
      deviceid: "d",
      kind: "ios",
      pushid: `<${groups}>`,
      userid: "maya",
    };
    const imported = await importDevices(
      { actor: testOwner() },
      { serviceId: doors.served.serviceId, lines: [{ line: 2, device }] },
    );
    expect(imported).toMatchObject({ created: 0, updated: 0, skipped: 1 });
    expect(await doors.devices()).toMatchObject([{ state: "removed" }]);
    expect(await doors.put(device)).toMatchObject({ status: 200 });
    expect(await doors.devices()).toMatchObject([{ state: "active" }]);
  });
});
