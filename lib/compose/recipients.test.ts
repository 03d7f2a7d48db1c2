import { expect, it } from "vitest";
import { countRecipients, readEntry, recipientsText, writeEntry, type Entry } from "./recipients";

it("reads and writes an entry, keeping its correlationid", () => {
  const entry = { ios_pushid: ["x"], correlationid: "c" };
  expect(readEntry(entry)).toEqual({ key: "ios_pushid", ids: ["x"] });
  expect(writeEntry(entry, "userid", ["a", "b"])).toEqual({
    userid: ["a", "b"],
    correlationid: "c",
  });
  expect(readEntry({})).toEqual({ key: "userid", ids: [] });
});

it("counts each recipient once, of every kind", () => {
  expect(
    countRecipients([{ userid: ["a", "b", ""] }, { userid: ["b"] }, { ios_pushid: ["a"] }]),
  ).toBe(3);
  expect([0, 1, 1_000].map(recipientsText)).toEqual([
    "0 recipients",
    "1 recipient",
    "1,000 recipients",
  ]);
});

it("keeps the members of an entry that are unknown", () => {
  const entry = { userid: ["a"], segment: { id: 7 }, note: "" } as Entry;
  expect(writeEntry(entry, "userid", ["b"])).toEqual({
    userid: ["b"],
    segment: { id: 7 },
    note: "",
  });
  expect(writeEntry(entry, "ios_pushid", ["b"])).toEqual({
    ios_pushid: ["b"],
    segment: { id: 7 },
    note: "",
  });
});
