import type { ParseOptions } from "../parse";
import type { RuleId } from "../rules";
import { edited, whole } from "../testing";

interface Example {
  fails: unknown;
  passes: unknown;
  /** Where exactly the rule is reported; left out, the table's pattern must hold. */
  at?: string[];
  options?: Partial<ParseOptions>;
}

const push = "channels.push";
const buttons = `${push}.interactive`;
const tap = `${push}.android.extras.notificationaction`;
const text = JSON.stringify(whole);

/** A body that breaks one rule by `fails` edits, and one that keeps it by `passes` edits. */
function pair(
  fails: Record<string, unknown>,
  passes: Record<string, unknown> = {},
  at?: string[],
): Example {
  return { fails: edited(fails), passes: edited(passes), ...(at ? { at } : {}) };
}

const nested = (levels: number) =>
  `${text.slice(0, -1)},"x":${"[".repeat(levels)}${"]".repeat(levels)}}`;
const ids = (count: number) => Array.from({ length: count }, (_, index) => `id${index}`);
const message: Partial<ParseOptions> = { sizeRule: "message" };

const ofRequest = {
  "body.size": {
    fails: `${text}${" ".repeat(4097 - text.length)}`,
    passes: `${text}${" ".repeat(4096 - text.length)}`,
    at: [""],
  },
  "json.utf8": {
    fails: Uint8Array.of(0x7b, 0xff, 0x7d),
    passes: new TextEncoder().encode(`\ufeff${text}`),
    at: [""],
  },
  "json.syntax": { fails: `${text},`, passes: ` ${text}\n`, at: [""] },
  "json.object": { fails: `[${text}]`, passes: text, at: [""] },
  "json.duplicate": {
    fails: `${text.slice(0, -1)},"app\\u0069d":"x"}`,
    passes: text,
    at: ["/appid"],
  },
  "json.depth": { fails: nested(32), passes: nested(31) },
  "text.characters": pair(
    { [`${push}.android.text`]: "a\u0000b" },
    { [`${push}.android.text`]: "a\u{1f600}b" },
    ["/channels/push/android/text"],
  ),
  "member.type": pair({ [`${push}.ios.title`]: 5, callbackData: null }, {}, [
    "/channels/push/ios/title",
    "/callbackData",
  ]),
  "member.unknown": pair({ notifyUrl: "x" }, {}, ["/notifyUrl"]),
  "value.misspelt": pair({ [`${buttons}.category`]: "DOUBLE_YESNO" }, {}, [
    "/channels/push/interactive/category",
  ]),
  "deliverychannel.required": pair({ deliverychannel: undefined }, {}, ["/deliverychannel"]),
  "deliverychannel.value": pair({ deliverychannel: "sms" }, { deliverychannel: "PUSH" }),
  "appid.required": pair({ appid: "" }),
  "channels.required": pair(
    { channels: undefined },
    { channels: undefined, message: { template: "t" } },
  ),
  "channels.unknown": pair({ "channels.sms": {} }, {}, ["/channels/sms"]),
  "push.required": pair({ [push]: undefined }, { [push]: undefined, message: { template: "t" } }),
  "push.block.required": pair({ [push]: {} }, { [push]: { ios: { text: "x" } } }, [
    "/channels/push",
  ]),
  "expiry.format": pair(
    { expiry: "2026-02-07T14:52:10.281" },
    { expiry: "2026-02-07T14:52:10.281+5:30" },
  ),
  "expiry.passed": pair(
    { expiry: "2026-01-01T00:00:00.000Z" },
    { expiry: "2026-01-01T00:00:00.001Z" },
  ),
  "expiry.fraction": pair({ expiry: "2026-02-07T14:52:10Z" }),
  "correlationid.bytes": pair({ correlationid: "é".repeat(26) }, { correlationid: "é".repeat(25) }),
  "notifyurl.format": pair(
    { notifyurl: "https://example.com/ " },
    { notifyurl: "http://localhost:9000/x" },
  ),
  "notifyurl.userinfo": pair(
    { notifyurl: "https://maya:secret@example.com/" },
    { notifyurl: "https://example.com/@maya:secret" },
  ),
  "notifyurl.https": {
    ...pair({ notifyurl: "http://example.com/" }),
    options: { httpsOnly: true },
  },
  "destination.required": pair({ destination: undefined }),
  "destination.ids.required": pair({ destination: [{}, { correlationid: "c" }] }, {}, [
    "/destination/0",
    "/destination/1",
  ]),
  "destination.keys": pair({ destination: [{ userid: ["a"], ios_pushid: ["b"] }] }),
  "destination.ids.empty": pair({ destination: [{ userid: [] }] }),
  "destination.id.empty": pair({ destination: [{ userid: ["a", ""] }] }, {}, [
    "/destination/0/userid/1",
  ]),
  "destination.limit": {
    fails: edited({ destination: [{ userid: ids(1000) }, { ios_pushid: ["x"] }] }),
    passes: edited({ destination: [{ userid: ids(1000) }] }),
    options: message,
  },
  "destination.id.unusable": pair(
    { destination: [{ ios_pushid: ["(null)", "bb92124d"] }] },
    { destination: [{ ios_pushid: ["<bb92124d 6f955e7d>"] }] },
    ["/destination/0/ios_pushid/0"],
  ),
  "destination.id.twice": pair(
    { destination: [{ userid: ["a"] }, { userid: ["b", "a"] }] },
    { destination: [{ userid: ["aa"] }, { ios_pushid: ["aa"] }] },
    ["/destination/1/userid/1"],
  ),
  "message.template.required": pair(
    { message: {} },
    { message: { template: "t@3", parameters: { a: "b" } } },
  ),
  "message.parameter.name": {
    fails: `${text.slice(0, -1)},"message":{"template":"t","parameters":{"__proto__":"x"}}}`,
    passes: edited({ message: { template: "t", parameters: { constructor: "x" } } }),
  },
} satisfies Partial<Record<RuleId, Example>>;

const ofBlocks = {
  "android.text.required": pair({ [`${push}.android.text`]: "" }),
  "ios.text.required": pair({ [`${push}.ios.text`]: undefined }),
  "web.text.required": pair({ [`${push}.web.text`]: undefined }),
  "web.platform_types.required": pair(
    { [`${push}.web.platform_types`]: [] },
    { [`${push}.web.platform_types`]: undefined, [`${push}.web.platorm_types`]: ["chrome"] },
  ),
  "web.platform_types.value": pair(
    { [`${push}.web.platform_types`]: ["chrome", "opera"] },
    { [`${push}.web.platform_types`]: ["CHROME"] },
  ),
  "web.platform_types.twice": pair({ [`${push}.web.platform_types`]: ["chrome", "Chrome"] }),
  "web.platform_types.misspelt": pair({ [`${push}.web.platorm_types`]: ["chrome"] }),
  "web.title.missing": pair({ [`${push}.web.title`]: "" }),
  "web.actiontext.missing": pair({ [`${push}.web.actiontext`]: undefined }),
  "web.url.scheme": pair(
    { [`${push}.web.url`]: " java\nscript:alert(1)" },
    { [`${push}.web.url`]: "mailto:a@example.com" },
  ),
  "url.format": pair(
    { [`${push}.ios.extras.attachmenturl`]: "not a url" },
    { [`${push}.ios.extras.attachmenturl`]: "icon.svg" },
    ["/channels/push/ios/extras/attachmenturl"],
  ),
  "url.spaces": pair({ [`${push}.web.url`]: " https://example.com/" }, {}, [
    "/channels/push/web/url",
  ]),
  "url.local": pair(
    { [`${push}.web.url`]: "blob:https://example.com/1" },
    { [`${push}.web.url`]: "mailto:a@example.com" },
    ["/channels/push/web/url"],
  ),
  "url.picture": pair({ [`${push}.android.extras.iconurl`]: "ftp://example.com/i.png" }, {}, [
    "/channels/push/android/extras/iconurl",
  ]),
  "url.relative": pair({ [`${tap}.value`]: "www.example.com" }, {}, [
    "/channels/push/android/extras/notificationaction/value",
  ]),
  "time_to_live.value": pair(
    { [`${push}.android.extras.time_to_live`]: 2_419_201 },
    { [`${push}.android.extras.time_to_live`]: "2419200" },
  ),
  "web.time_to_live.clamped": pair({ [`${push}.web.extras.time_to_live`]: "51840000" }),
  "ios.badge.value": pair(
    { [`${push}.ios.extras.badge`]: "-1" },
    { [`${push}.ios.extras.badge`]: 0 },
  ),
  "ios.sound.url": pair(
    { [`${push}.ios.extras.sound`]: "https://example.com/a.caf" },
    { [`${push}.ios.extras.sound`]: "bell.caf" },
  ),
  "ios.collapse_key.bytes": pair(
    { [`${push}.ios.extras.collapse_key`]: "k".repeat(65) },
    { [`${push}.ios.extras.collapse_key`]: "k".repeat(64) },
  ),
  "android.delay_while_idle.value": pair(
    { [`${push}.android.extras.delay_while_idle`]: "yes" },
    { [`${push}.android.extras.delay_while_idle`]: "TRUE" },
  ),
  "android.delay_while_idle.deprecated": pair(
    { [`${push}.android.extras.delay_while_idle`]: "true" },
    { [`${push}.android.extras.delay_while_idle`]: "" },
  ),
  "android.sound.ignored": pair({ [`${push}.android.extras.sound`]: { any: 1 } }),
  "collapse_key.alphanumeric": pair({ [`${push}.web.extras.collapse_key`]: "a b" }),
  "customtags.reserved.android": pair(
    { [`${push}.android.extras.customtags`]: { "google.x": "1" } },
    { [`${push}.android.extras.customtags`]: { googly: "1" } },
    ["/channels/push/android/extras/customtags/google.x"],
  ),
  "customtags.reserved.ios": pair(
    { [`${push}.ios.extras.customtags`]: { aps: {} } },
    { [`${push}.ios.extras.customtags`]: { from: "x" } },
  ),
  "customtags.key": {
    fails: text.replace('{"key":"value"}', '{"a":[{"__proto__":{"x":1}}]}'),
    passes: text.replace('{"key":"value"}', '{"constructor":"1","prototype":{}}'),
  },
  "customtags.scalar": pair(
    { [`${push}.ios.extras.customtags`]: { n: 1, t: true, z: null } },
    { [`${push}.ios.extras.customtags`]: { a: [1] } },
    [
      "/channels/push/ios/extras/customtags/n",
      "/channels/push/ios/extras/customtags/t",
      "/channels/push/ios/extras/customtags/z",
    ],
  ),
  "customtags.prefixed": pair(
    { [`${push}.android.extras.customtags`]: { gcm: "1", "google.x": "1" } },
    { [`${push}.android.extras.customtags`]: { gc: "1" } },
    ["/channels/push/android/extras/customtags/gcm"],
  ),
  "customtags.imageurl": pair({ [`${push}.android.extras.customtags.imageurl`]: ["x"] }),
  "action.value.required": pair(
    { [tap]: { action: "OPEN_HTML" } },
    { [tap]: { action: "OPEN_APP" } },
  ),
  "action.value.scheme": pair(
    { [tap]: { action: "DEEPLINK", value: "\u0001JavaScript:1" } },
    { [tap]: { action: "DEEPLINK", value: "shop://cart" } },
  ),
  "action.value.url": pair(
    { [tap]: { action: "OPENWEBVIEW", value: "https://exa mple.com" } },
    { [tap]: { action: "OPENWEBVIEW", value: "https://example.com" } },
  ),
  "action.value.ignored": pair({ [tap]: { value: "x" } }),
  "action.value": pair(
    { [`${buttons}.actions.0.action`]: "OPEN_HTML" },
    { [`${buttons}.actions.0.action`]: "SHARE" },
  ),
  "action.alias": pair({ [`${tap}.action`]: "OPENURL" }),
  "interactive.mobile": pair(
    { [`${push}.android`]: undefined, [`${push}.ios`]: undefined },
    { [`${push}.android`]: undefined },
  ),
  "interactive.category.required": pair({ [`${buttons}.category`]: undefined }),
  "interactive.device_types.required": pair({ [`${buttons}.device_types`]: [] }),
  "interactive.actions.required": pair({ [`${buttons}.actions`]: undefined }),
  "interactive.category.value": pair({ [`${buttons}.category`]: "double_yes_no" }),
  "interactive.device_types.value": pair(
    { [`${buttons}.device_types`]: ["tv"] },
    { [`${buttons}.device_types`]: ["IOS"] },
  ),
  "interactive.device_types.twice": pair({ [`${buttons}.device_types`]: ["ios", "iOS"] }),
  "interactive.device_types.block": pair({ [`${push}.ios`]: undefined }, {}, [
    "/channels/push/interactive/device_types/1",
  ]),
  "interactive.actions.count": pair(
    { [`${buttons}.actions`]: [{ pos: 1 }] },
    { [`${buttons}.category`]: "SINGLE_OPEN", [`${buttons}.actions`]: [{ pos: 1 }] },
  ),
  "interactive.pos.required": pair({ [`${buttons}.actions.1.pos`]: undefined }),
  "interactive.pos.value": pair(
    { [`${buttons}.actions.1.pos`]: "3" },
    { [`${buttons}.actions.1.pos`]: "2" },
  ),
  "interactive.pos.twice": pair({ [`${buttons}.actions.1.pos`]: 1 }),
  "interactive.identifier.value": pair(
    { [`${buttons}.actions.0.identifier`]: "NO" },
    { [`${buttons}.actions.0.identifier`]: "" },
  ),
  "interactive.identifier.other": pair(
    {
      [`${buttons}.category`]: "SINGLE_OPEN",
      [`${buttons}.actions`]: [{ pos: 1, identifier: "GO" }],
    },
    {
      [`${buttons}.category`]: "SINGLE_OPEN",
      [`${buttons}.actions`]: [{ pos: 1, identifier: "OPEN" }],
    },
  ),
  "interactive.second.dismiss": pair({
    [`${buttons}.category`]: "DOUBLE_ACCEPT_CANCEL",
    [`${buttons}.actions`]: [{ pos: 1 }, { pos: 2, action: "OPEN_APP" }],
  }),
} satisfies Partial<Record<RuleId, Example>>;

/** An example for every rule that a body can break. */
export const examples: Readonly<Partial<Record<RuleId, Example>>> = { ...ofRequest, ...ofBlocks };
