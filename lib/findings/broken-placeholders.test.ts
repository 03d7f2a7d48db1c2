import { expect, it } from "vitest";
import type { PushRequestInput } from "@/lib/interface/request";
import { brokenPlaceholderDoubts } from "./broken-placeholders";
import { applyFix } from "./edits";

const request = (push: NonNullable<PushRequestInput["channels"]>["push"]): PushRequestInput => ({
  deliverychannel: "push",
  appid: "shop",
  destination: [],
  channels: { push },
});
const nothing = { title: "", text: "", image: "" };

it.each([
  ["Hello ${", undefined],
  ["Hello ${}", undefined],
  ["Hello ${na", "Hello ${na}"],
  ["Hello ${na me}", "Hello ${na_me}"],
  ["Hello ${ name }, bye", "Hello ${name}, bye"],
  ["Hello {{first_name}}", "Hello ${first_name}"],
  ["Hello {{ user.first_name | default: 'you' }}", "Hello ${user_first_name}"],
  ["Hello {{${first_name}}}", "Hello ${first_name}"],
  ["Hello %first_name%, %%city%%", "Hello ${first_name}, ${city}"],
  ["Hello *|FNAME|*", "Hello ${FNAME}"],
  ["${order-no} and {{day}} of ${name}", "${order_no} and ${day} of ${name}"],
  ["Hello ${__proto__ }", undefined],
])("%s is doubted, and mended to %s", (text, mended) => {
  const sent = request({ ios: { text } });
  const doubts = brokenPlaceholderDoubts(sent, nothing);
  expect(doubts.map(({ pointer, rule }) => [pointer, rule])).toEqual([
    ["/channels/push/ios/text", "text.unfilled"],
  ]);
  const [{ fix } = {}] = doubts;
  const after = fix && applyFix({ request: sent, shared: nothing }, fix).request;
  expect(after?.channels?.push?.ios?.text).toBe(mended);
  expect(after ? brokenPlaceholderDoubts(after, nothing) : []).toEqual([]);
});

it.each([
  "Costs $${five}",
  "Hi ${name}",
  "$ {six}",
  "{a} and { b }",
  "{{ }}",
  "100 ${a}${b}",
  "50% off, 20% more",
  "100%pure%",
  "https://a.example/%E2%82%AC%20x",
  "https://a.example/%E2%/",
  "https://a.example/?x=%AF%-b",
])("%s is left alone", (text) => {
  expect(brokenPlaceholderDoubts(request({ ios: { text } }), nothing)).toEqual([]);
});

it("reports what is written for all platforms once, and mends it everywhere", () => {
  const text = "Hi {{name}}";
  const shared = { ...nothing, text };
  const sent = request({
    android: { text },
    ios: { text },
    web: { text: "Own", platform_types: ["chrome"] },
  });
  const doubts = brokenPlaceholderDoubts(sent, shared);
  expect(doubts).toMatchObject([{ part: "text" }]);
  const [{ fix } = {}] = doubts;
  const after = fix && applyFix({ request: sent, shared }, fix);
  expect(after?.shared.text).toBe("Hi ${name}");
  expect(after?.request.channels?.push).toMatchObject({
    android: { text: "Hi ${name}" },
    ios: { text: "Hi ${name}" },
    web: { text: "Own" },
  });
});

it("leaves tags to the app", () => {
  const extras = { customtags: { greeting: "{{name}}" } };
  expect(brokenPlaceholderDoubts(request({ android: { text: "Hi", extras } }), nothing)).toEqual(
    [],
  );
});
