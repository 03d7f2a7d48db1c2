import { expect, it } from "vitest";
import type { PushRequestInput } from "@/lib/interface/request";
import { unfilledDoubts } from "./unfilled";

const shared = { title: "Hi ${name}", text: "Your order ${order} comes", image: "" };
const request = (text = shared.text, message?: PushRequestInput["message"]): PushRequestInput => ({
  deliverychannel: "push",
  appid: "shop",
  destination: [],
  channels: {
    push: {
      android: { title: shared.title, text: shared.text },
      ios: { title: shared.title, text },
    },
  },
  ...(message && { message }),
});
const doubtsOf = (...input: Parameters<typeof unfilledDoubts>) =>
  unfilledDoubts(...input).map(({ pointer, part }) => [pointer, part]);

it("reports each placeholder that nothing fills once, where it is written", () => {
  expect(doubtsOf(request(), shared)).toEqual([
    ["/channels/push/android/title", "title"],
    ["/channels/push/android/text", "text"],
  ]);
  expect(
    doubtsOf(request("Your ${parcel} comes"), shared, {
      name: "Buyers",
      parameters: ["name", "order"],
    }),
  ).toEqual([["/channels/push/ios/text", undefined]]);
});

it("names what the list has instead", () => {
  const [doubt] = unfilledDoubts(request(), shared, {
    name: "Buyers",
    parameters: ["nmae", "order"],
  });
  expect(doubt?.headline).toBe("${name} is shown as written");
  expect(doubt?.text).toContain("“Buyers” has no column called name, but nmae and order.");
  expect(unfilledDoubts(request(), shared, { name: "Plain", parameters: [] })[0]?.text).toContain(
    "no columns",
  );
});

it("accepts placeholders with a default or a column", () => {
  const list = { name: "Buyers", parameters: ["Name", "number"] };
  expect(
    doubtsOf(request(), shared, undefined, { defaults: { name: "Friend", order: "" } }),
  ).toEqual([]);
  expect(doubtsOf(request(), shared, list, { columns: { order: "number" } })).toEqual([]);
  expect(doubtsOf(request(), shared, list, { columns: { name: "" } })).toEqual([
    ["/channels/push/android/title", "title"],
    ["/channels/push/android/text", "text"],
  ]);
});

it("leaves alone what a list fills in, what stands for itself, and what a template is there for", () => {
  expect(doubtsOf(request(), shared, { name: "Buyers", parameters: ["name", "order"] })).toEqual(
    [],
  );
  expect(
    doubtsOf(
      { ...request(), channels: { push: { ios: { text: "Costs $${five}, $ {six} or ${" } } } },
      shared,
    ),
  ).toEqual([]);
  expect(doubtsOf(request(shared.text, { template: "order_shipped" }), shared)).toEqual([]);
});

it("looks into links, buttons and tags, too, and at what was nearly a placeholder", () => {
  const list = { name: "Buyers", parameters: ["name", "price"] };
  const push = {
    web: {
      text: "Costs $${price}",
      url: "https://shop.example/${nmae}?x=1",
      platform_types: ["chrome" as const],
    },
    ios: { text: "Hi", extras: { customtags: { "a/b": ["${gone}"] } } },
  };
  expect(doubtsOf({ ...request(), channels: { push } }, shared, list)).toEqual([
    ["/channels/push/web/text", undefined],
    ["/channels/push/web/url", undefined],
    ["/channels/push/ios/extras/customtags/a~1b/0", undefined],
  ]);
  expect(
    unfilledDoubts({ ...request(), channels: { push } }, shared, list).map(
      ({ headline }) => headline,
    ),
  ).toEqual([
    "$${price} is shown as ${price}",
    "${nmae} is shown as written",
    "${gone} is shown as written",
  ]);
});
