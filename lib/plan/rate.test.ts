import { expect, it } from "vitest";
import { messagesAtOnce, recipientsAtRate, secondsAtRate } from "./rate";
import { planRequests, type PlannedRecipient } from "./requests";

it.each([
  [1, 1, 1],
  [199, 1, 1],
  [1_000, 10, 10],
  [60_000, 600, 600],
  [1_000_000, 10_000, 1_000],
])("at %i a minute, %i are accepted together, %i in a request", (rate, together, recipients) => {
  expect(messagesAtOnce(rate)).toBe(together);
  expect(recipientsAtRate(rate)).toBe(recipients);
});

it("says how long a rate takes, rounded up", () => {
  expect(secondsAtRate(12_000, 1_000)).toBe(720);
  expect(secondsAtRate(1, 1_000)).toBe(1);
});

it("cuts requests to the recipients of a rate", () => {
  const recipients = Array.from({ length: 25 }, (_, n): PlannedRecipient => ({
    type: "userid",
    id: `u${n}`,
    parameters: {},
  }));
  const pattern = { deliverychannel: "push" as const, appid: "shop", destination: [] };
  const cut = { sizeRule: "message" as const, parameters: [], most: recipientsAtRate(1_000) };
  expect([...planRequests(pattern, recipients, cut)].map((one) => one.recipients)).toEqual([
    10, 10, 5,
  ]);
});
