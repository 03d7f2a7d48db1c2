import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { measureBody, parseRequest } from "./parse";
import type { ParseOptions } from "./parse";
import type { PushRequest } from "./request";
import { edited, whole } from "./testing";

const encoder = new TextEncoder();
const defaults: ParseOptions = {
  sizeRule: "body",
  httpsOnly: false,
  now: Date.parse("2026-01-01T00:00:00Z"),
};

function parse(body: unknown, options: Partial<ParseOptions> = {}) {
  return parseRequest(encoder.encode(typeof body === "string" ? body : JSON.stringify(body)), {
    ...defaults,
    ...options,
  });
}

function accepted(body: unknown, options: Partial<ParseOptions> = {}): PushRequest {
  const result = parse(body, options);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.request;
}

/** `code message` of every problem. */
function refusals(body: unknown, options: Partial<ParseOptions> = {}): string[] {
  const result = parse(body, options);
  return result.ok ? [] : result.problems.map(({ code, message }) => `${code} ${message}`);
}

function pointers(body: unknown, options: Partial<ParseOptions> = {}): string[] {
  const result = parse(body, options);
  return result.ok ? [] : result.problems.map(({ pointer }) => pointer);
}

const push = "channels.push";
const buttons = `${push}.interactive`;

describe("the messages of contract 2, word by word", () => {
  const action = { pos: 1, action: "OPEN_URL", value: "https://example.com" };
  it.each([
    [{ deliverychannel: undefined }, "7003 param 'deliverychannel' missing"],
    [{ appid: undefined }, "7003 param 'appid' missing"],
    [{ [push]: undefined }, "7003 param 'push' missing for push channel"],
    [{ [`${push}.android.text`]: undefined }, "7003 param 'text' is missing for android"],
    [{ [`${push}.ios.text`]: "" }, "7003 param 'text' is missing for ios"],
    [{ [`${push}.web.text`]: undefined }, "7003 param 'text' is missing for web"],
    [
      { [`${push}.web.platform_types`]: undefined },
      "7003 param 'platform_types' is missing for web",
    ],
    [
      { destination: [] },
      "7003 any one of [userid, android_pushid, hms_pushid, ios_pushid, chrome_pushid, firefox_pushid] is mandatory",
    ],
    [{ [`${buttons}.category`]: undefined }, "7003 mandatory param category missing"],
    [{ [`${buttons}.device_types`]: undefined }, "7003 mandatory param device_types missing"],
    [{ [`${buttons}.actions`]: [] }, "7003 mandatory param actions missing"],
    [{ [`${buttons}.actions.0.pos`]: undefined }, "7003 mandatory param pos missing"],
    [
      { [`${buttons}.actions.0.value`]: undefined },
      "7003 mandatory param value missing for action OPEN_URL",
    ],
    [
      { [`${buttons}.device_types`]: ["tv"] },
      "7004 invalid device type tv, only ios or android is allowed",
    ],
    [{ [`${buttons}.device_types`]: ["ios", "ios"] }, "7004 duplicate device type ios"],
    [
      { [`${buttons}.actions.1.pos`]: 1 },
      "7004 invalid value of param pos, duplicate values for pos are not allowed",
    ],
    [
      { [buttons]: { category: "SINGLE_OPEN", device_types: ["ios"], actions: [{ pos: 2 }] } },
      "7004 Invalid value of param pos, only positions [1] are allowed for this category",
    ],
    [
      { [`${buttons}.actions`]: [action] },
      "7004 Invalid number of actions, expected actions size 2, but found 1",
    ],
    [
      { [`${buttons}.category`]: "TRIPLE" },
      "7004 Invalid value of param category or no identifiers mapped to this category",
    ],
    [
      { [`${buttons}.actions.0.identifier`]: "MAYBE" },
      "7004 no identifier found for this category and at this position",
    ],
    [
      { [`${buttons}.actions.0.action`]: "OPEN_HTML" },
      "7004 invalid value of param action or action is invalid for this channel",
    ],
    [{ expiry: "2025-12-31T23:59:59.999Z" }, "7005 Request expired"],
  ])("refuses %j with: %s", (edits, expected) => {
    expect(refusals(edited(edits))).toContain(expected);
  });

  it("says nothing else for one mistake", () => {
    expect(refusals(edited({ [`${push}.android.text`]: undefined }))).toHaveLength(1);
    expect(refusals(edited({ [`${buttons}.actions.0.value`]: undefined }))).toHaveLength(1);
    for (const [path, value] of [
      [`${buttons}.category`, "X"],
      [`${buttons}.device_types`, ["tv"]],
      [`${buttons}.actions.0.pos`, "1e3"],
      [`${buttons}.actions.0.pos`, true],
      [`${buttons}.actions.0.action`, "X"],
      [`${buttons}.actions`, "X"],
      [`${push}.web.platform_types`, ["opera"]],
      [`${push}.web.platform_types`, "chrome"],
      [`${push}.web.platform_types`, [{ toString: 1 }]],
      [`${push}.android.text`, 5],
      [`${push}.android`, []],
      [push, "x"],
      ["channels", null],
      ["destination", {}],
      ["destination", [1]],
      ["deliverychannel", 1],
      ["message", "t"],
      [`${push}.ios.extras.badge`, 1.5],
      [`${push}.ios.extras.customtags`, []],
    ] as const) {
      expect({ path, count: refusals(edited({ [path]: value })).length }).toEqual({
        path,
        count: 1,
      });
    }
    expect(refusals({})).toEqual([
      "7003 param 'deliverychannel' missing",
      "7003 param 'appid' missing",
      "7003 param 'destination' missing",
      "7003 param 'channels' missing",
    ]);
  });

  it("has fixed words for JSON, destinations and size", () => {
    expect(refusals("{")).toEqual(["7000 Invalid JSON"]);
    expect(refusals('{\n\u00a0 "appid": "sandbox"}')[0]).toMatch(
      /^7000 Invalid JSON: line 2, column 1: .*no-break space \(U\+00A0\)$/,
    );
    expect(
      refusals(edited({ destination: Array.from({ length: 1001 }, () => ({ userid: ["u"] })) }), {
        sizeRule: "message",
      }),
    ).toEqual(["7009 Max number of destination address limited to 1000"]);
    expect(refusals(`{"a":"${"é".repeat(2045)}"}`)).toEqual([
      "7026 request JSON parameter size exceeded 4 KB",
    ]);
  });
});

describe("document order", () => {
  it("follows the body as written, missing members standing with their parent", () => {
    const body = `{"channels":{"push":{"interactive":{"actions":[{"pos":9}],"category":"DOUBLE_YES_NO"},"web":{"platform_types":["x"]},"android":{}}},
      "notifyurl":" ","destination":[{"userid":[""]},{}],"deliverychannel":"sms"}`;
    expect(pointers(body)).toEqual([
      "/appid",
      "/channels/push/interactive/device_types",
      "/channels/push/interactive/actions",
      "/channels/push/interactive/actions/0/pos",
      "/channels/push/web/text",
      "/channels/push/web/platform_types/0",
      "/channels/push/android/text",
      "/notifyurl",
      "/destination/0/userid/0",
      "/destination/1",
      "/deliverychannel",
    ]);
  });

  it("is not misled by members that look like indices, nor by names with escapes", () => {
    const body = `{"zz":1,"7":2,"a/b":3,"\\u0061~":4}`;
    const result = parse(body);
    expect(result.warnings.map(({ pointer }) => pointer)).toEqual(["/zz", "/7", "/a~1b", "/a~0"]);
  });
});

describe("the two readings of 4 KB", () => {
  const body = (padding: number) =>
    `{"appid":"a", "destination" : [ {"userid":["ä"]} ] ,"x":"${"x".repeat(padding)}"}`;
  const rest = `{"appid":"a", "x":""}`;

  it("measures the body, and the body without its destination", () => {
    expect(measureBody(body(5))).toEqual({
      bodyBytes: encoder.encode(body(5)).length,
      messageBytes: rest.length + 5,
    });
    expect(measureBody(`{"destination":[1,{"destination":2}]}`)).toEqual({
      bodyBytes: 37,
      messageBytes: 2,
    });
    expect(measureBody(`{"a":1,"destination":[]}`).messageBytes).toBe(7);
    expect(measureBody(`{"a":{"destination":[]}}`).messageBytes).toBe(24);
    expect(measureBody(`nonsense`)).toEqual({ bodyBytes: 8, messageBytes: 8 });
  });

  it.each(["body", "message"] as const)(
    "returns what was measured of a refused body too, with its text where it was read (%s)",
    (sizeRule) => {
      for (const text of [body(5), body(4_096), "nonsense", JSON.stringify(whole)]) {
        const result = parse(text, { sizeRule });
        const isTooLong = sizeRule === "body" && encoder.encode(text).length > 4_096;
        expect(result.messageBytes).toBe(isTooLong ? undefined : measureBody(text).messageBytes);
        const isRead =
          text !== "nonsense" &&
          measureBody(text)[sizeRule === "body" ? "bodyBytes" : "messageBytes"] <= 4_096;
        expect(result.text).toBe(isRead ? text : undefined);
      }
    },
  );

  it("refuses one byte more than 4,096, and no byte less", () => {
    expect(refusals(body(4096 - encoder.encode(body(0)).length))).not.toContain(
      "7026 request JSON parameter size exceeded 4 KB",
    );
    expect(refusals(body(4097 - encoder.encode(body(0)).length))).toEqual([
      "7026 request JSON parameter size exceeded 4 KB",
    ]);
    expect(refusals(body(4096 - rest.length), { sizeRule: "message" })).not.toContain(
      "7026 request JSON parameter size exceeded 4 KB",
    );
    expect(refusals(body(4097 - rest.length), { sizeRule: "message" })).toEqual([
      "7026 request JSON parameter size exceeded 4 KB",
    ]);
  });

  it("reaches 1,000 identifiers by the second reading, and caps the body at 1 MiB", () => {
    const many = edited({
      destination: Array.from({ length: 1000 }, (_, index) => ({
        android_pushid: [`token-${index}`],
      })),
    });
    expect(accepted(many, { sizeRule: "message" }).destination).toHaveLength(1000);
    expect(refusals(many)).toEqual(["7026 request JSON parameter size exceeded 4 KB"]);
    const long = JSON.stringify(edited({ destination: [{ userid: ["u".repeat(1_048_577)] }] }));
    expect(refusals(long, { sizeRule: "message" })).toEqual([
      "7026 request JSON parameter size exceeded 4 KB",
    ]);
  });
});

describe("what is normalised", () => {
  it("reads integers, decimal strings, any case and aliases as one thing", () => {
    const request = accepted(
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
    expect(accepted(edited({ destination })).destination).toEqual([
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
    const { channels } = accepted(body);
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
      accepted(edited({ [`${push}.android.extras.time_to_live`]: ttl })).channels?.push?.android
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
  ])("refuses %s as a time to live in words that name seconds", (written) => {
    for (const platform of ["android", "ios", "web"]) {
      const body = JSON.stringify(
        edited({ [`${push}.${platform}.extras.time_to_live`]: "TTL" }),
      ).replace('"TTL"', written);
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
      accepted(edited({ [`${push}.ios.extras.customtags`]: tags })).channels?.push?.ios?.extras
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
    expect(accepted(edited({ message, channels: undefined })).message).toEqual(message);
    expect(
      accepted(
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

describe("suggestions", () => {
  it.each([
    [{ calbackData: "x" }, "/calbackData", "'callbackData'"],
    [{ correlationId: "x" }, "/correlationId", "'correlationid'"],
    [{ [`${push}.androids`]: {} }, "/channels/push/androids", "'android'"],
    [
      { [`${push}.ios.extras.collapseKey`]: "x" },
      "/channels/push/ios/extras/collapseKey",
      "'collapse_key'",
    ],
    [
      { [`${buttons}.actions.0.action`]: "OPEN_WEBVIEW" },
      "/channels/push/interactive/actions/0/action",
      "OPENWEBVIEW",
    ],
    [
      { [`${push}.web.platform_types`]: ["chorme"] },
      "/channels/push/web/platform_types/0",
      "chrome",
    ],
  ])("to %j name, at %s, what was meant: %s", (edits, pointer, meant) => {
    const told = parse(edited(edits)).warnings.find((one) => one.pointer === pointer);
    expect(told?.message).toContain(`did you mean ${meant}?`);
  });
});

describe("samples of the interface", () => {
  const folder = join(import.meta.dirname, "samples/requests");
  const fill = (text: string) =>
    text
      .replace(/"\{\{expiry(time)?\}\}"/g, '"2030-01-01T00:00:00.000Z"')
      .replace(
        /"\{\{(webhookurl|url|imageurl|iconurl|attachmenturl)\}\}"|"<env.notifyUrl>"/g,
        '"https://example.com/x"',
      )
      .replace('"<URL that opens when message is clicked>"', '"https://example.com/x"')
      .replace('"<integer value>"', '"60"');

  it.each(readdirSync(folder))("are accepted once they are filled in: %s", (file) => {
    const text = readFileSync(join(folder, file), "utf8");
    expect(parse(fill(text)).ok).toBe(true);
    const unfilled = pointers(text);
    const placeholders = [
      "/expiry",
      "/notifyurl",
      "/channels/push/web/url",
      "/channels/push/web/extras/time_to_live",
    ];
    expect(unfilled.filter((pointer) => !placeholders.includes(pointer))).toEqual([]);
  });
});
