import { createECDH } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDoors, type Doors } from "./testing";

const token = "bb92124d6f955e7d41acc32b433309dc097df8c30b32b7e629cebe554ae7cb73";
const endpoint = "https://fcm.googleapis.com/fcm/send/example:APA91bExample";
const subscription = {
  endpoint,
  keys: {
    p256dh: createECDH("prime256v1").generateKeys("base64url"),
    auth: Buffer.from("fbfffefbfffefbfffefbfffefbfffefb", "hex").toString("base64url"),
  },
};

describe("one form of an id at every door", () => {
  let doors: Doors;
  beforeAll(async () => {
    doors = await openDoors();
  }, 120_000);
  afterAll(() => doors.served.close(), 60_000);

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
    const { status, body } = await doors.put({ kind, pushid });
    expect(status).toBe(400);
    expect(body["problems"]).toMatchObject([{ pointer: "/pushid" }]);
  });

  it.each([
    "http://push.shop.example.com/x",
    "http://permanently-removed.invalid/x",
    "https://maya:pw@push.shop.example.com/x",
  ])("a browser at %s neither registers nor is sent to", async (address) => {
    await doors.empty();
    const unusable = { ...subscription, endpoint: address };
    expect(await doors.put({ kind: "chrome", subscription: unusable })).toMatchObject({
      status: 400,
      body: { problems: [{ pointer: "/subscription/endpoint" }] },
    });
    expect(await doors.put({ kind: "chrome", pushid: JSON.stringify(unusable) })).toMatchObject({
      status: 400,
      body: { problems: [{ pointer: "/pushid" }] },
    });
    const { deliveries, warnings } = await doors.send([
      { chrome_pushid: [JSON.stringify(unusable), JSON.stringify(subscription)] },
    ]);
    expect(warnings).toEqual(["destination.id.unusable /destination/0/chrome_pushid/0"]);
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
      (await doors.put({ kind: "ios", pushid: token, userid: "(null)" })).body["problems"],
    ).toMatchObject([{ pointer: "/userid" }]);
    expect(
      (await doors.put({ kind: "ios", pushid: token, deviceid: " <nil>" })).body["problems"],
    ).toMatchObject([{ pointer: "/deviceid" }]);
  });

  it("an unusable id fails alone, and becomes no device", async () => {
    await doors.empty();
    await doors.put({ kind: "android", pushid: "good", userid: "maya" });
    const { deliveries, warnings } = await doors.send([
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
    expect(warnings).toEqual([
      "destination.id.unusable /destination/0/ios_pushid/0",
      "destination.id.unusable /destination/0/ios_pushid/1",
      "destination.id.unusable /destination/1/android_pushid/1",
    ]);
    expect(await doors.devices()).toMatchObject([{ kind: "android", pushid: "good" }]);
  });
});
