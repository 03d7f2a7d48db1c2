import { expect, it } from "vitest";
import { ruleIds, rules, wordsOf } from "@/lib/interface/rules";
import { fieldResolver } from "@/components/composer/field-resolver";
import { fieldWords } from "./field-words";
import { messageAt } from "@/components/form/error-text";

it.each([
  ["destination.ids.empty", { name: "userid" }, "Add at least one user id."],
  ["destination.ids.empty", { name: "ios_pushid" }, "Add at least one push id."],
  ["time_to_live.value", { limit: 2_419_200 }, "Choose a whole number of seconds, at most 2,419,200."],
  ["ios.collapse_key.bytes", { limit: 64, bytes: 70 }, "This is too long: at most 64 bytes."],
  ["correlationid.bytes", { limit: 50, bytes: 51 }, "This is too long: at most 50 bytes."],
  ["template.parameter.length", { name: "city", limit: 8, found: 9 }, "This is too long: at most 8 characters."],
  ["member.unknown", { name: "x", hint: "" }, "unknown param 'x' is ignored"],
] as const)("tells %s of %o as “%s”", (rule, given, sentence) => {
  expect(fieldWords({ rule, message: wordsOf(rule, given) })).toBe(sentence);
});

it("leaves no word of the interface in what a field of its own tells", () => {
  const ofFields = ruleIds.filter(
    (rule) => rules[rule].severity === "error" && /^\/(appid|destination|expiry|correlationid|notifyurl)/.test(rules[rule].pointer),
  );
  for (const rule of ofFields) expect(fieldWords({ rule, message: rules[rule].message })).not.toMatch(/param|\[|\{/);
});

it("judges the form by the interface", async () => {
  const judged = async (values: object) => fieldResolver(values as never, undefined, { fields: {}, shouldUseNativeValidation: false });
  const request = { deliverychannel: "push", appid: "shop", destination: [{ userid: ["u"] }] };
  expect((await judged({ ...request, channels: { push: { android: { text: "Hello" } } } })).errors).toEqual({});
  const { errors } = await judged({ ...request, destination: [{ userid: [] }], channels: { push: { ios: { text: "" } } }, expiry: "soon" });
  expect(messageAt(errors, "destination")).toBe("Add at least one user id.");
  expect(messageAt(errors, "channels.push.ios.text")).toBe("Write a text.");
  expect(messageAt(errors, "expiry")).toBe("Choose a date and a time.");
});
