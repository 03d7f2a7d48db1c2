import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { measureBody } from "./parse";
import { edited, parse, pointers, refusals, requestOf, whole } from "./testing";

const encoder = new TextEncoder();
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
    expect(requestOf(many, { sizeRule: "message" }).destination).toHaveLength(1000);
    expect(refusals(many)).toEqual(["7026 request JSON parameter size exceeded 4 KB"]);
    const long = JSON.stringify(edited({ destination: [{ userid: ["u".repeat(1_048_577)] }] }));
    expect(refusals(long, { sizeRule: "message" })).toEqual([
      "7026 request JSON parameter size exceeded 4 KB",
    ]);
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
  ])("to %j suggest at %s the intended name: %s", (edits, pointer, suggestion) => {
    const warning = parse(edited(edits)).warnings.find((one) => one.pointer === pointer);
    expect(warning?.message).toContain(`did you mean ${suggestion}?`);
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
