import { expect, it } from "vitest";
import type { EffectiveRequest } from "@/lib/interface/effective";
import { foundBy, listedAs, saidBy } from "./found-by";

const wordsOf = (push: object) =>
  foundBy({ channels: { push } } as Pick<EffectiveRequest, "channels">);

it("finds a message by what it says on any platform, each text once", () =>
  expect(
    wordsOf({
      android: { title: "Summer SALE", text: "Today" },
      ios: { title: "Summer SALE", text: "Only today" },
    }),
  ).toBe("summer sale\ntoday\nonly today"));

it("is cut where a database takes it", () => {
  expect(wordsOf({ ios: { text: `${"x".repeat(499)}🙂 and more` } })).toBe("x".repeat(499));
  expect(wordsOf({ web: { text: "y".repeat(4_000) } })).toHaveLength(500);
});

it("is listed by the first platform, with all that it has content for", () => {
  const of = (push: object) =>
    listedAs({ channels: { push } } as Pick<EffectiveRequest, "channels">);
  expect(of({ ios: { text: "Today" }, web: { title: "Sale", text: "Web" } })).toEqual({
    title: null,
    text: "Today",
    platforms: ["ios", "web"],
  });
  expect(of({ android: { title: "Sale", text: "Now" }, interactive: {} })).toEqual({
    title: "Sale",
    text: "Now",
    platforms: ["android"],
  });
});

it("is listed with a beginning of a long text, and said in full", () => {
  const said = {
    channels: { push: { ios: { title: "y".repeat(600), text: `${"x".repeat(499)}🙂 and more` } } },
  } as Pick<EffectiveRequest, "channels">;
  expect(listedAs(said)).toEqual({
    title: "y".repeat(500),
    text: "x".repeat(499),
    platforms: ["ios"],
  });
  expect(saidBy(said)).toMatchObject({
    title: "y".repeat(600),
    text: `${"x".repeat(499)}🙂 and more`,
  });
});
