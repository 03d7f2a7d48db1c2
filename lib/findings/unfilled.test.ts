import { expect, it } from "vitest";
import type { PushRequestInput } from "@/lib/interface/request";
import { unfilledDoubts } from "./unfilled";

const shared = { title: "Hi ${name}", text: "Your order ${order} comes", image: "" };
const request = (text = shared.text, message?: PushRequestInput["message"]): PushRequestInput => ({
  deliverychannel: "push",
  appid: "shop",
  destination: [],
  channels: { push: { android: { title: shared.title, text: shared.text }, ios: { title: shared.title, text } } },
  ...(message && { message }),
});
const told = (...given: Parameters<typeof unfilledDoubts>) => unfilledDoubts(...given).map(({ pointer, part }) => [pointer, part]);

it("tells each placeholder that nothing fills once, where it is written", () => {
  expect(told(request(), shared)).toEqual([
    ["/channels/push/android/title", "title"],
    ["/channels/push/android/text", "text"],
  ]);
  expect(told(request("Your ${parcel} comes"), shared, { name: "Buyers", parameters: ["name", "order"] })).toEqual([
    ["/channels/push/ios/text", undefined],
  ]);
});

it("names what the list has instead", () => {
  const [doubt] = unfilledDoubts(request(), shared, { name: "Buyers", parameters: ["nmae", "order"] });
  expect(doubt?.headline).toBe("${name} is shown just as it is written");
  expect(doubt?.text).toContain("“Buyers” has no column called name, but nmae and order.");
  expect(unfilledDoubts(request(), shared, { name: "Plain", parameters: [] })[0]?.text).toContain("no columns");
});

it("leaves alone what a list fills in, what stands for itself, and what a template is there for", () => {
  expect(told(request(), shared, { name: "Buyers", parameters: ["name", "order"] })).toEqual([]);
  expect(told({ ...request(), channels: { push: { ios: { text: "Costs $${five}, $ {six} or ${" } } } }, shared)).toEqual([]);
  expect(told(request(shared.text, { template: "order_shipped" }), shared)).toEqual([]);
});
