import { describe, expect, it } from "vitest";
import { ruleSchema } from "./rule";
import { ruleClause, ruleSentence } from "./words";

const names = {
  list: () => "VIP",
  campaign: () => "Spring sale",
  app: () => "Shop",
};
const id = "00000000-0000-7000-8000-000000000001";
const ios = { field: "platform", op: "is", value: "ios" };

describe("a rule in words", () => {
  it.each([
    [
      {
        all: [
          ios,
          { field: "timezone", op: "is", value: "Europe/Berlin" },
          { didNot: "read", within: "P30D" },
        ],
      },
      "iOS users in Berlin who did not read anything for 30 days",
    ],
    [
      { all: [ios, { field: "country", op: "in", value: ["DE", "AT"] }] },
      "iOS users in Germany or Austria",
    ],
    [{ field: "attribute.plan", op: "is", value: "gold" }, "users whose plan is “gold”"],
    [{ field: "attribute.plan", op: "notExists" }, "users who have no plan"],
    [{ field: "attribute.age", op: "gte", value: 18 }, "users whose age is at least 18"],
    [{ field: "attribute.vip", op: "isNot", value: true }, "users whose vip is not yes"],
    [
      { field: "attribute.born", op: "before", value: "1990-05-01" },
      "users whose born is before May 1, 1990",
    ],
    [
      { field: "language", op: "in", value: ["de", "pt-BR"] },
      "users whose language is German or Brazilian Portuguese",
    ],
    [{ field: "devices", op: "gt", value: 2 }, "users who have more than 2 devices"],
    [{ field: "list", op: "isNot", value: id }, "users who are not in the list “VIP”"],
    [{ field: "app", op: "is", value: "shop" }, "users who use the app “Shop”"],
    [
      { field: "lastSeen", op: "within", value: "P1W" },
      "users who were last seen in the last 7 days",
    ],
    [
      { field: "firstSeen", op: "after", value: "2026-01-31" },
      "users who were first seen after January 31, 2026",
    ],
    [
      { did: "pressed", button: "BUY_NOW", campaign: id, within: "P1M" },
      "users who pressed the button BUY_NOW of the campaign “Spring sale” in the last month",
    ],
    [
      { didNot: "sent", template: "welcome" },
      "users who were not sent any message with the template “welcome”",
    ],
    [{ none: [ios, { did: "read" }] }, "users who do not use iOS and who did not read anything"],
    [
      {
        any: [
          { field: "attribute.plan", op: "is", value: "gold" },
          { all: [{ did: "read" }, { field: "devices", op: "is", value: 1 }] },
        ],
      },
      "users whose plan is “gold” or (who read something and who have 1 device)",
    ],
    [
      {
        none: [{ all: [{ did: "read" }, { field: "attribute.plan", op: "isNot", value: "gold" }] }],
      },
      "users who did not read anything or whose plan is “gold”",
    ],
  ])("%j", (rule, sentence) => {
    expect(ruleSentence(ruleSchema.parse(rule), names)).toBe(sentence);
  });

  it("of one rule of a group is a clause", () => {
    expect(ruleClause(ruleSchema.parse(ios))).toBe("who use iOS");
  });
});
