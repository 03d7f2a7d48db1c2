import { expect, it } from "vitest";
import type { EffectiveRequest } from "@/lib/interface/effective";
import { foundBy } from "./found-by";

const wordsOf = (push: object) => foundBy({ channels: { push } } as Pick<EffectiveRequest, "channels">);

it("finds a message by what it says on any platform, each text once", () =>
  expect(wordsOf({ android: { title: "Summer SALE", text: "Today" }, ios: { title: "Summer SALE", text: "Only today" } })).toBe(
    "summer sale\ntoday\nonly today",
  ));

it("is cut where a database takes it", () => {
  expect(wordsOf({ ios: { text: `${"x".repeat(499)}🙂 and more` } })).toBe("x".repeat(499));
  expect(wordsOf({ web: { text: "y".repeat(4_000) } })).toHaveLength(500);
});
