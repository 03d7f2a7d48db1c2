import { afterEach, expect, it } from "vitest";
import { forget } from "@/lib/runtime/once";
import { changeHappened, changeNumber, setChangesNotified, cacheMs } from "./changes";

afterEach(() => forget("changes"));

it("caches for a quarter of a second at most while changes are not notified", () => {
  expect([cacheMs(60_000), cacheMs(100)]).toEqual([250, 100]);
  setChangesNotified(true);
  expect([cacheMs(60_000), cacheMs(100)]).toEqual([60_000, 100]);
  setChangesNotified(false);
  expect(cacheMs(60_000)).toBe(250);
});

it("makes every copy void at a change, and whenever one may have gone unheard", () => {
  const numbers = [changeNumber()];
  for (const happens of [
    changeHappened,
    () => setChangesNotified(true),
    () => setChangesNotified(false),
    () => setChangesNotified(true),
  ]) {
    happens();
    numbers.push(changeNumber());
  }
  expect(new Set(numbers).size).toBe(5);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
});
