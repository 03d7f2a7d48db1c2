import { afterEach, expect, it, vi } from "vitest";
import { TtlCache } from "./ttl-cache";

afterEach(() => vi.useRealTimers());

it("keeps each value for its own time", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const cache = new TtlCache<string>(10);
  cache.set("short", "1", 100);
  cache.set("long", "2", 200);
  vi.advanceTimersByTime(99);
  expect([cache.get("short"), cache.get("long"), cache.get("other")]).toEqual([
    "1",
    "2",
    undefined,
  ]);
  vi.advanceTimersByTime(1);
  expect([cache.get("short"), cache.get("long")]).toEqual([undefined, "2"]);
  cache.set("long", "3", 200);
  vi.advanceTimersByTime(199);
  expect(cache.get("long")).toBe("3");
});

it("keeps no more than it may: what was used longest ago goes first", () => {
  const cache = new TtlCache<number>(3);
  for (const n of [1, 2, 3]) cache.set(String(n), n, 60_000);
  expect(cache.get("1")).toBe(1);
  cache.set("4", 4, 60_000);
  expect(["1", "2", "3", "4"].map((key) => cache.get(key))).toEqual([1, undefined, 3, 4]);
  for (let n = 0; n < 1_000; n += 1) cache.set(`more ${n}`, n, 60_000);
  expect(cache.size).toBe(3);
});

it("forgets one, or all", () => {
  const cache = new TtlCache<number>(3);
  for (const n of [1, 2, 3]) cache.set(String(n), n, 60_000);
  cache.delete("2");
  expect(cache.get("2")).toBeUndefined();
  cache.clear();
  expect([cache.get("1"), cache.size]).toEqual([undefined, 0]);
});
