import { expect, it } from "vitest";
import { problem } from "@/lib/interface/problem";
import { ruleIds, rules, wordsOf } from "@/lib/interface/rules";
import { headlineOf } from "./headline";

it.each([
  ["destination.ids.empty", "", { name: "userid" }, "Add at least one user id."],
  ["destination.ids.empty", "", { name: "ios_pushid" }, "Add at least one push id."],
  [
    "time_to_live.value",
    "",
    { limit: 2_419_200 },
    "Choose a whole number of seconds, at most 2,419,200.",
  ],
  ["ios.collapse_key.bytes", "", { limit: 64, bytes: 70 }, "This is too long: at most 64 bytes."],
  ["correlationid.bytes", "", { limit: 50, bytes: 51 }, "This is too long: at most 50 bytes."],
  [
    "template.parameter.length",
    "",
    // oxlint-disable-next-line house/noun-names -- `{found}` of the published rule text.
    { name: "city", limit: 8, found: 9 },
    "This is too long: at most 8 bytes.",
  ],
  [
    "template.parameter.type",
    "",
    { name: "size", expected: "one of 'S', 'M'" },
    "This must be one of 'S', 'M'.",
  ],
  [
    "member.unknown",
    "",
    { name: "colour", hint: "" },
    "“colour” is not part of a message and is ignored.",
  ],
  [
    "url.picture",
    "",
    { name: "imageurl", scheme: "ftp:" },
    "Devices don’t load images from ftp: addresses. Use an https:// address.",
  ],
  [
    "app.provider.missing",
    "/channels/push/ios",
    {},
    "The app has no push credentials for iOS, so nothing can be sent there.",
  ],
  [
    "app.provider.missing",
    "/destination/0/chrome_pushid",
    {},
    "The app has no push credentials for browsers, so nothing can be sent there.",
  ],
  [
    "action.value.required",
    "/channels/push/interactive/actions/0/value",
    { action: "OPEN_URL" },
    "Add the web address that this button opens.",
  ],
  [
    "action.value.required",
    "/channels/push/ios/extras/notificationaction/value",
    { action: "DEEPLINK" },
    "Add the deep link that a tap follows, such as myapp://orders.",
  ],
  [
    "interactive.device_types.block",
    "/channels/push/interactive/device_types/0",
    { value: "ios" },
    "The message isn’t sent to iOS, so no buttons show there.",
  ],
] as const)("words %s at “%s” of %o as “%s”", (rule, pointer, words, sentence) => {
  expect(headlineOf({ rule, pointer, message: wordsOf(rule, words) })).toBe(sentence);
});

it("names the recipient for whom a list lacks a value", () =>
  expect(
    headlineOf({
      ...problem("template.parameter.required", "/destination"),
      message: "maya of the list “Guests”, city: not fetched",
    }),
  ).toBe("maya of the list “Guests”, city: Required by the template."));

it.each(ruleIds)("speaks no word of the wire: %s", (rule) => {
  const message = rules[rule].message.replace("{limit}", "9").replace(/\{(\w+)\}/g, "$1");
  const said = headlineOf({ rule, pointer: "/channels/push/android/text", message });
  expect(said).not.toMatch(/param '|\[|\{|[a-z]_[a-z]|[A-Z]{2,}_|\b7\d{3}\b|undefined|NaN/);
  expect(said).toMatch(/^[A-Z“].*\.$/);
});
