import { expect, it } from "vitest";
import { countRecipients, readEntry, recipientsText, writeEntry } from "./recipients";

it("reads and writes an entry, keeping its correlationid", () => {
  const entry = { ios_pushid: ["x"], correlationid: "c" };
  expect(readEntry(entry)).toEqual({ key: "ios_pushid", ids: ["x"] });
  expect(writeEntry(entry, "userid", ["a", "b"])).toEqual({ userid: ["a", "b"], correlationid: "c" });
  expect(readEntry({})).toEqual({ key: "userid", ids: [] });
});

it("counts each recipient once, of every kind", () => {
  expect(countRecipients([{ userid: ["a", "b", ""] }, { userid: ["b"] }, { ios_pushid: ["a"] }])).toBe(3);
  expect([0, 1, 1_000].map(recipientsText)).toEqual(["0 recipients", "1 recipient", "1,000 recipients"]);
});
