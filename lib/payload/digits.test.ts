import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deviceKinds } from "@/lib/interface/device-kinds";
import { checkEffective } from "@/lib/interface/effective";
import { parseRequest } from "@/lib/interface/parse";
import { utf8Bytes } from "@/lib/interface/text";
import { build } from "./build";
import { context } from "./testing";

const number = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.stringMatching(/^(0|[1-9]\d{0,24})$/),
    fc.stringMatching(/^(\.\d{1,20})?$/),
    fc.stringMatching(/^([eE][+-]?\d{1,3})?$/),
  )
  .map((parts) => parts.join(""));

function bodyWith(tags: string): string {
  const extras = `"extras":{"customtags":${tags}}`;
  return `{"deliverychannel":"push","appid":"shop","destination":[{"userid":["u"]}],"channels":{"push":{
    "android":{"text":"A",${extras}},"ios":{"text":"I",${extras}},
    "web":{"platform_types":["chrome","firefox","safari"],"title":"T","text":"W","actiontext":"Go",${extras}}}}}`;
}

function read(tags: string) {
  return parseRequest(new TextEncoder().encode(bodyWith(tags)), {
    sizeRule: "body",
    httpsOnly: false,
    now: 0,
  });
}

function payloads(tags: string) {
  const parsed = read(tags);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const result = checkEffective(parsed.request);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return deviceKinds.map((kind) => {
    const request = build(result.effective, kind, context());
    if (!request) throw new Error(`nothing for ${kind}`);
    return request;
  });
}

/** What FCM counts: names and values. */
function bytesOfData(body: string): number {
  const { data, android } = (
    JSON.parse(body) as { message: { data: object; android: { notification: object } } }
  ).message;
  return [data, android.notification]
    .flatMap((part) => Object.entries(part))
    .reduce((sum, pair) => sum + utf8Bytes(pair.join("")), 0);
}

describe("numbers in customtags", () => {
  it("arrive with their digits as written, as text on android and hms, as they are elsewhere", () => {
    fc.assert(
      fc.property(number, number, (one, other) => {
        const deep = `{"list":[${other},"x"]}`;
        for (const { kind, body, bytes, provider } of payloads(
          `{"n":${one},"deep":${deep},"s":"1.10"}`,
        )) {
          const text = JSON.stringify({ n: one, deep, s: "1.10" }).slice(1, -1);
          const expected = {
            fcm: text,
            hms: JSON.stringify(text).slice(1, -1),
            apns: `"n":${one},"deep":${deep},"s":"1.10"`,
            webpush: `"n":${one},"deep":${deep},"s":"1.10"`,
          };
          expect({ kind, body }).toEqual({
            kind,
            body: expect.stringContaining(expected[provider]) as string,
          });
          expect(bytes).toBe(provider === "fcm" ? bytesOfData(body) : utf8Bytes(body));
        }
      }),
    );
  });

  it.each(["12345678901234567890", "1.10", "1E5", "-0", "1e400", "5"])(
    "are reported, with what becomes of them: %s",
    (digits) => {
      const result = read(`{"n":${digits},"t":true,"deep":[${digits}]}`);
      expect(result.ok).toBe(true);
      const extras = (platform: string) => `/channels/push/${platform}/extras/customtags`;
      const start = "should be a string, an object or an array, but is a";
      expect(result.warnings.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
        `${extras("android")}/n customtags 'n' ${start} number; it is sent as text, with its digits as written`,
        `${extras("android")}/t customtags 't' ${start} boolean; it is sent as text`,
        `${extras("ios")}/n customtags 'n' ${start} number; it is sent as a number, with its digits as written`,
        `${extras("ios")}/t customtags 't' ${start} boolean; it is sent as it is`,
        `${extras("web")}/n customtags 'n' ${start} number; it is sent as a number, with its digits as written`,
        `${extras("web")}/t customtags 't' ${start} boolean; it is sent as it is`,
      ]);
    },
  );

  it.each(["5", "1.10"])("are no address of an image: %s", (digits) => {
    const result = read(`{"imageurl":${digits}}`);
    expect(
      result.ok ? [] : result.problems.map(({ rule, pointer }) => `${rule} ${pointer}`),
    ).toEqual(["customtags.imageurl /channels/push/android/extras/customtags/imageurl"]);
  });

  it("cannot be brought in as text", () => {
    const result = read('{"n":"\\udfff1.10"}');
    expect(result.ok ? [] : result.problems.map(({ rule }) => rule)).toContain("text.characters");
  });
});
