import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { cached, cachedAll, forgetCached } from "./cached";
import { changeHappened, setChangesNotified } from "./changes";
import type { Database } from "./sql";
import { openTestDatabase } from "./testing";

let first: Database;
beforeAll(async () => {
  first = await openTestDatabase();
  setChangesNotified(true);
});
afterAll(() => first.close());
beforeEach(() => forgetCached("numbers"));

const minute = 60_000;
let lookUps: string[][] = [];
const numbers = (...keys: string[]) =>
  cachedAll("numbers", keys, minute, async (missing) => {
    lookUps.push(missing);
    return new Map(missing.filter((key) => key !== "none").map((key) => [key, Number(key)]));
  });
beforeEach(() => {
  lookUps = [];
});

it("looks up only missing keys, each once", async () => {
  expect([...(await numbers("1", "2", "1", "none"))]).toEqual([
    ["1", 1],
    ["2", 2],
  ]);
  expect((await numbers("2", "3")).get("2")).toBe(2);
  await numbers("1", "none");
  expect(lookUps).toEqual([["1", "2", "none"], ["3"], ["none"]]);
});

it("forgets all copies when something changes, one that was being read meanwhile included", async () => {
  await numbers("1");
  changeHappened();
  await numbers("1");
  expect(lookUps).toEqual([["1"], ["1"]]);
  let reads = 0;
  const read = () =>
    cached("numbers", "late", minute, async () => {
      reads += 1;
      if (reads === 1) changeHappened();
      return reads;
    });
  expect([await read(), await read(), await read()]).toEqual([1, 2, 2]);
});

it("shares one look-up among those who ask at once, and keeps no failure", async () => {
  let tries = 0;
  const fail = () =>
    cached("numbers", "x", minute, () => Promise.reject(new Error(`try ${(tries += 1)}`)));
  const both = await Promise.allSettled([fail(), fail()]);
  expect(both.map((one) => one.status === "rejected" && String(one.reason))).toEqual([
    "Error: try 1",
    "Error: try 1",
  ]);
  await expect(fail()).rejects.toThrow("try 2");
});
