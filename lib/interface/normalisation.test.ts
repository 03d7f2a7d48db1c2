import { describe, expect, it } from "vitest";
import { edited, parse, pointers, refusals, requestOf, whole } from "./testing";

const push = "channels.push";
const buttons = `${push}.interactive`;

describe("what is normalised", () => {
  it("reads integers, decimal strings, any case and aliases as one thing", () => {
    const request = requestOf(
      edited({
        deliverychannel: "Push",
        [`${push}.web`]: {
          platorm_types: ["Chrome", "FIREFOX", "chrome"],
          text: "x",
          extras: { time_to_live: "51840000" },
        },
        [`${push}.android.extras.notificationaction`]: { action: "OPENAPP" },
        [`${push}.ios.extras.badge`]: "007",
        [`${buttons}.device_types`]: ["IOS"],
        expiry: "2026-02-07T20:22:10.2819+5:30",
        correlationid: "",
        callbackData: "",
      }),
    );
    expect(request.deliverychannel).toBe("push");
    expect(request.channels?.push?.web).toEqual({
      platform_types: ["chrome", "firefox"],
      text: "x",
      extras: { time_to_live: 2_419_200 },
    });
    expect(request.channels?.push?.android?.extras?.notificationaction).toEqual({
      action: "OPEN_APP",
    });
    expect(request.channels?.push?.ios?.extras?.badge).toBe(7);
    expect(request.channels?.push?.interactive?.device_types).toEqual(["ios"]);
    expect(
      request.channels?.push?.interactive?.actions?.map(({ pos, identifier }) => [pos, identifier]),
    ).toEqual([
      [1, "YES"],
      [2, "NO"],
    ]);
    expect(request.expiry).toBe("2026-02-07T14:52:10.281Z");
    expect(Object.keys(request)).not.toContain("correlationid");
    expect(Object.keys(request)).not.toContain("callbackData");
  });

  it("keeps each identifier once, with the entry that came first", () => {
    const destination = [
      { userid: ["a", "b", "a"] },
      { userid: ["b"] },
      { ios_pushid: ["b"], correlationid: "x" },
    ];
    expect(requestOf(edited({ destination })).destination).toEqual([
      { userid: ["a", "b"] },
      { ios_pushid: ["b"], correlationid: "x" },
    ]);
  });

  it.each([" ", "\t", "\u00a0\n", ""])("takes a number that is %j for left out", (blank) => {
    const body = edited({
      [`${push}.android.extras.time_to_live`]: blank,
      [`${push}.ios.extras.time_to_live`]: blank,
      [`${push}.ios.extras.badge`]: blank,
      [`${push}.web.extras.time_to_live`]: blank,
    });
    const { channels } = requestOf(body);
    for (const extras of [
      channels?.push?.android?.extras,
      channels?.push?.ios?.extras,
      channels?.push?.web?.extras,
    ])
      expect(Object.keys(extras ?? {})).not.toContain("time_to_live");
    expect(Object.keys(channels?.push?.ios?.extras ?? {})).not.toContain("badge");
    expect(refusals(edited({ [`${buttons}.actions.0.pos`]: blank }))).toEqual([
      "7003 mandatory param pos missing",
    ]);
  });

  it.each(["0", 0, "2419200"])("takes %j for a time to live", (ttl) => {
    expect(
      requestOf(edited({ [`${push}.android.extras.time_to_live`]: ttl })).channels?.push?.android
        ?.extras?.time_to_live,
    ).toBe(Number(ttl));
  });

  it.each([
    '"3600s"',
    '"1h"',
    '"259200000"',
    '"-1"',
    '"1.5"',
    "1.5",
    "-1",
    '" 60"',
    "null",
    "true",
    "[]",
    "{}",
    "1e400",
    "[60]",
  ])("refuses %s as a time to live in words that name seconds", (ttlText) => {
    for (const platform of ["android", "ios", "web"]) {
      const body = JSON.stringify(
        edited({ [`${push}.${platform}.extras.time_to_live`]: "TTL" }),
      ).replace('"TTL"', ttlText);
      const result = parse(body);
      expect(result.ok ? [] : result.problems).toMatchObject([
        {
          pointer: `/channels/push/${platform}/extras/time_to_live`,
          rule: "time_to_live.value",
          code: "7004",
          message: expect.stringContaining("seconds") as string,
        },
      ]);
    }
  });

  it("reports each custom tag that is sent under another name, and where", () => {
    const warned = (platform: string, names: string[]) =>
      parse(
        edited({
          [`${push}.${platform}.extras.customtags`]: Object.fromEntries(
            names.map((name) => [name, "1"]),
          ),
        }),
      )
        .warnings.filter(({ rule }) => rule === "customtags.prefixed")
        .map(({ pointer, message }) => `${pointer.split("/").at(-1)}: ${message}`);
    const sentence = (name: string, where: string) =>
      `${name}: customtags key '${name}' is taken; for ${where} it is sent as 'customtags.${name}'`;
    expect(
      warned("android", [
        "gcm",
        "GoogleMaps",
        "collapse_key",
        "title",
        "transid",
        "customtags.a",
        "notification",
        "aps",
      ]),
    ).toEqual([
      ...["gcm", "GoogleMaps", "collapse_key", "title"].map((name) => sentence(name, "FCM")),
      ...["transid", "customtags.a"].map((name) => sentence(name, "FCM and Huawei")),
    ]);
    expect(warned("ios", ["gcm", "from", "attachmenturl", "aps"])).toEqual([
      sentence("attachmenturl", "Apple"),
    ]);
    expect(warned("web", ["gcm", "transid", "aps"])).toEqual([]);
    expect(warned("android", ["from", "google.x", "gcm.notification.e"])).toEqual([]);
  });

  it("keeps customtags as data, with any names", () => {
    const tags = { constructor: "1", prototype: { toString: "x" }, hasOwnProperty: [1], "": "y" };
    expect(
      requestOf(edited({ [`${push}.ios.extras.customtags`]: tags })).channels?.push?.ios?.extras
        ?.customtags,
    ).toEqual(tags);
  });

  it("never lets __proto__ change anything", () => {
    const text = JSON.stringify(whole);
    const body = `{"__proto__":{"appid":"evil"},${text.slice(1)}`;
    expect(parse(body)).toMatchObject({
      ok: true,
      request: { appid: "app-1" },
      warnings: [{ pointer: "/__proto__", rule: "member.unknown" }],
    });
    expect(pointers(`{"__proto__":${text}}`)).toContain("/appid");
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it("takes partial blocks when a template is named, and their values are still judged", () => {
    const message = { template: "order@3", parameters: { city: "Pune" } };
    expect(requestOf(edited({ message, channels: undefined })).message).toEqual(message);
    expect(
      requestOf(
        edited({
          message,
          [push]: { android: { title: "x" }, interactive: { actions: [{ pos: 1 }] } },
        }),
      ).channels?.push,
    ).toEqual({
      android: { title: "x" },
      interactive: { actions: [{ pos: 1 }] },
    });
    expect(pointers(edited({ message, [push]: { ios: { extras: { badge: "x" } } } }))).toEqual([
      "/channels/push/ios/extras/badge",
    ]);
  });

  it("draws neither problem nor warning for a body that has everything", () => {
    expect(parse(whole)).toMatchObject({ ok: true, warnings: [] });
  });
});
