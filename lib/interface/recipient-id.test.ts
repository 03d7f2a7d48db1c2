import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstMentions, idFault, normalId, normalPushId } from "./recipient-id";
import { subscriptionIn } from "./subscription";

const digits = "bb92124d6f955e7d41acc32b433309dc097df8c30b32b7e629cebe554ae7cb73";
const groups = "bb92124d 6f955e7d 41acc32b 433309dc 097df8c3 0b32b7e6 29cebe55 4ae7cb73";
const endpoint = "https://fcm.googleapis.com/fcm/send/example:APA91bExample";
const keys = {
  p256dh: "BOJwbXKFyzT0wiVvue1ducD4VMBR9aoytZ8IDb29sRrVwKCeFNgnRlhi86S5G8fKRpiqDtdJF1DCtLV_qoNCjmM",
  auth: "RMVYoihm_AznM6W-ipdn4Q",
};
const standard = {
  p256dh: `${keys.p256dh.replaceAll("-", "+").replaceAll("_", "/")}=`,
  auth: "RMVYoihm/AznM6W+ipdn4Q==",
};
const around = [
  "\n",
  "\r\n",
  "\u00A0",
  "\u200B",
  "\uFEFF",
  " \t",
  "\u2060",
  "\u200E",
  "\u0085",
  "\u3000",
];

describe("a token of Apple", () => {
  it.each([
    groups,
    `<${groups}>`,
    `<${digits}>`,
    digits.toUpperCase(),
    `{length = 32, bytes = 0x${digits}}`,
    `{ length = 32, bytes = 0x${groups.toUpperCase()} }\n`,
    `< ${groups.toUpperCase()} >\n`,
    groups.replaceAll(" ", "\u00A0"),
    ...around.flatMap((white) => [`${digits}${white}`, `${white}${digits}`]),
  ])("%j is its digits", (token) => {
    expect(normalId("ios_pushid", token)).toBe(digits);
    expect(idFault("ios_pushid", token)).toBeUndefined();
    expect(normalPushId(token)).toBe(digits);
  });

  it.each([64, 108, 160, 200])("of %d digits is one", (length) => {
    const token = "84480f8cd51cd381".repeat(13).slice(0, length);
    expect(normalId("ios_pushid", token)).toBe(token);
    expect(idFault("ios_pushid", token)).toBeUndefined();
  });

  it.each([
    ["(null)", /no id/],
    ["<null>", /no id/],
    ["undefined", /no id/],
    ["None", /no id/],
    ["", /empty/],
    [" \u200B", /empty/],
    ["<>", /hexadecimal/],
    [`${digits.slice(1)}`, /odd number/],
    [`${digits}zz`, /hexadecimal/],
    ["c2Rm:APA91bExample-of-another-provider", /hexadecimal/],
    ["{length = 32, bytes = 0xbb92124d 6f955e7d ... 4ae7cb73 }", /all of its bytes/],
    ["{length = 32, bytes = 0xbb92124d 6f955e7d 4ae7cb73 }", /all of its bytes/],
    [`{length = 32, bytes = 0x${digits.slice(2)}}`, /all of its bytes/],
    ["ab".repeat(101), /100 bytes/],
  ])("%j is none", (token, why) => {
    expect(idFault("ios_pushid", token)).toMatch(why);
  });
});

describe("a subscription", () => {
  const one = JSON.stringify({ endpoint, keys });
  const base64 = (text: string) => Buffer.from(text).toString("base64");

  it.each([
    one,
    JSON.stringify({ endpoint, expirationTime: null, keys: standard }),
    JSON.stringify({ keys: { auth: standard.auth, p256dh: standard.p256dh }, endpoint }, null, 2),
    `${one}\u00A0`,
    base64(one),
    Buffer.from(JSON.stringify({ endpoint, keys: standard }, null, 1)).toString("base64url"),
    JSON.stringify({ endpoint: `${endpoint}#x`, keys }),
    JSON.stringify({ endpoint: `${endpoint}#`, keys }),
    JSON.stringify({ endpoint: endpoint.replace(".com/", ".com.:443/"), keys }),
    JSON.stringify({
      endpoint: ` ${endpoint.replace("fcm.", "FCM.").replace("https:", "HTTPS:")}\n`,
      keys,
    }),
  ])("is one however it is written: %j", (subscriptionText) => {
    expect(normalId("chrome_pushid", subscriptionText)).toBe(one);
    expect(idFault("chrome_pushid", subscriptionText)).toBeUndefined();
    expect(subscriptionIn(subscriptionText)).toEqual({ endpoint, keys });
  });

  it.each([
    "{}",
    "{",
    base64('{"endpoint":"x"}'),
    endpoint,
    JSON.stringify({ endpoint, keys: { ...keys, p256dh: `B${"A".repeat(86)}` } }),
    JSON.stringify({ endpoint, keys: { ...keys, auth: "short" } }),
    "[object Object]",
    "null",
  ])("%j is none", (pushId) => {
    expect(idFault("firefox_pushid", pushId)).toBeDefined();
  });

  const to = (address: string) => JSON.stringify({ endpoint: address, keys });
  it.each([
    ["http://push.shop.example.com/x", /endpoint must be an https address/],
    ["http://permanently-removed.invalid/x", /endpoint must be an https address/],
    ["http://8.8.8.8/x", /endpoint must be an https address/],
    ["http://172.32.0.1/x", /endpoint must be an https address/],
    ["http://[fd1::1]/x", /endpoint must be an https address/],
    ["http://[2001:db8::1]/x", /endpoint must be an https address/],
    ["http://localhost.shop.example.com/x", /endpoint must be an https address/],
    ["ftp://127.0.0.1/x", /endpoint must be an https address/],
    ["no address", /endpoint must be an https address/],
    ["https://maya:pw@push.shop.example.com/x", /endpoint must hold no user name or password/],
    ["https://maya@push.shop.example.com/x", /endpoint must hold no user name or password/],
  ])("at %s is one that nothing can be sent to", (address, why) => {
    expect(idFault("chrome_pushid", to(address))).toMatch(why);
    expect(idFault("chrome_pushid", base64(to(address)))).toMatch(why);
  });

  it.each([
    "http://127.0.0.1:4100/push/x",
    "http://[::1]:4100/push/x",
    "http://[fd00::1]/push/x",
    "http://localhost:4100/push/x",
    "http://lab:4100/push/x",
    "http://push.internal/x",
    "http://10.9.8.7/x",
    "https://permanently-removed.invalid/x",
    "https://push.shop.example.com:8443/x?token=a%2Fb",
  ])("at %s may be sent to, as far as the address says", (address) => {
    expect(idFault("chrome_pushid", to(address))).toBeUndefined();
    expect(subscriptionIn(to(address))?.endpoint).toBe(address);
  });

  it("may be named by its short id", () => {
    expect(idFault("safari_pushid", "w_0123456789abcdefghijklmnopqrst")).toBeUndefined();
  });
});

describe("other ids", () => {
  it("keep their letters, and lose what stands around them", () => {
    for (const white of around) {
      expect(normalId("userid", `${white}Maya O’Neill${white}`)).toBe("Maya O’Neill");
      expect(normalId("android_pushid", `${white}c2Rm:APA91b-Ex${white}`)).toBe("c2Rm:APA91b-Ex");
    }
    expect(idFault("userid", "Maya O’Neill")).toBeUndefined();
    expect(idFault("android_pushid", "two\ntokens")).toMatch(/line break/);
  });

  it.each(["(null)", "<null>", "(nil)", "[object Object]", "<undefined>"])(
    "%s is none, of any kind",
    (text) => {
      for (const key of [
        "userid",
        "android_pushid",
        "hms_pushid",
        "ios_pushid",
        "chrome_pushid",
      ] as const)
        expect(idFault(key, text)).toBeDefined();
    },
  );

  it("takes a user who is called Null", () => {
    expect(idFault("userid", "Null")).toBeUndefined();
    expect(idFault("userid", "<admin>")).toBeUndefined();
  });

  it("has one form only: what was normalised stays as it is", () => {
    const ids = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom("a", "F", "9", " ", "<", ">", "\u200B", "\n", "{") }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom("userid", "android_pushid", "ios_pushid", "chrome_pushid" as const),
        ids,
        (key, text) => {
          const once = normalId(key, text);
          expect(normalId(key, once)).toBe(once);
          expect(idFault(key, once) === undefined).toBe(idFault(key, text) === undefined);
        },
      ),
    );
  });
});

it("knows each identifier of each kind once, in any order of kinds", () => {
  const isFirst = firstMentions();
  const mentions = [
    ["userid", "a"],
    ["ios_pushid", "a"],
    ["userid", "a"],
    ["userid", "ios_pushid a"],
    ["ios_pushid", "a"],
    ["userid", ""],
    ["userid", ""],
  ] as const;
  expect(mentions.map(([key, id]) => isFirst(key, id))).toEqual([
    true,
    true,
    false,
    true,
    false,
    true,
    false,
  ]);
  expect(firstMentions()("userid", "a")).toBe(true);
});
