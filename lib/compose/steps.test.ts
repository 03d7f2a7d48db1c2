import { expect, it } from "vitest";
import { problem } from "@/lib/interface/problem";
import type { PushRequestInput } from "@/lib/interface/request";
import { bodyOf } from "./assemble";
import { heavySteps, standingOfSteps, writtenSteps } from "./steps";

const request: PushRequestInput = {
  deliverychannel: "push",
  appid: "shop",
  destination: [{ userid: ["maya"] }],
  channels: { push: { android: { text: "Hello" } } },
};
const nothing = {
  problems: [],
  warnings: [],
  further: [],
  missing: [],
  filledSteps: writtenSteps(request, 1),
  heavy: [],
};
const states = (review: Partial<Parameters<typeof standingOfSteps>[0]>) =>
  Object.values(standingOfSteps({ ...nothing, ...review })).map(({ state }) => state);

it("ticks a step only when its own fields are there", () => {
  expect(states({})).toEqual(["done", "done", "unused", "unused", "done"]);
  expect(states({ filledSteps: writtenSteps({ ...request, appid: "" }, 1) })).toEqual([
    "open",
    "done",
    "unused",
    "unused",
    "open",
  ]);
  expect(
    states({ filledSteps: writtenSteps({ ...request, expiry: "2030-01-01T00:00:00.000Z" }, 0) }),
  ).toEqual(["open", "done", "unused", "done", "open"]);
});

it("marks nothing as wrong where something is not written yet, and ticks nothing either", () => {
  const missing = [problem("android.text.required", "/channels/push/android/text")];
  expect(states({ missing })).toEqual(["done", "open", "unused", "unused", "open"]);
  expect(
    states({
      missing: [problem("interactive.category.required", "/channels/push/interactive/category")],
    }),
  ).toEqual(["done", "done", "open", "unused", "open"]);
});

it("ticks none that the service would refuse next", () => {
  const problems = [problem("destination.ids.empty", "/destination/0/userid")];
  expect(states({ problems, further: [problem("template.unknown", "/message/template")] })).toEqual(
    ["wrong", "open", "unused", "unused", "wrong"],
  );
});

it("marks the steps whose bytes weigh when the request is too large, and ticks none that is unread", () => {
  const problems = [problem("body.size", "")];
  const long = { ...request, channels: { push: { android: { text: "x".repeat(4_100) } } } };
  const heavy = heavySteps({ body: bodyOf(long), problems });
  expect(heavy).toEqual(["content"]);
  expect(states({ problems, heavy })).toEqual(["unread", "wrong", "unused", "unused", "wrong"]);
  expect(states({ problems, heavy, filledSteps: ["content"] })).toEqual([
    "open",
    "wrong",
    "unused",
    "unused",
    "wrong",
  ]);
  expect(
    heavySteps({ body: bodyOf({ ...long, callbackData: "y".repeat(4_100) }), problems }),
  ).toEqual(["content", "delivery"]);
  expect(heavySteps({ body: bodyOf(long), problems: [] })).toEqual([]);
});
