import { expect, it } from "vitest";
import { atMinute, minutesOfKey, onDay, shifted } from "./moving";

it("moves by days and weeks in a month, by days and quarters of an hour in a week", () => {
  const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Tab", "toString"];
  expect(keys.map((key) => minutesOfKey("month", key))).toEqual([
    -1_440,
    1_440,
    -10_080,
    10_080,
    undefined,
    undefined,
  ]);
  expect(keys.map((key) => minutesOfKey("week", key))).toEqual([
    -1_440,
    1_440,
    -15,
    15,
    undefined,
    undefined,
  ]);
});

it("moves through midnight and past the end of a month", () => {
  expect(shifted("2026-12-31T23:50", 15)).toBe("2027-01-01T00:05");
  expect(shifted("2027-03-01T09:00", -1_440)).toBe("2027-02-28T09:00");
});

it("keeps the time of day on another day", () => {
  expect(onDay("2026-12-31T09:20", "2027-02-01")).toBe("2027-02-01T09:20");
});

it("rounds a place in a day to a quarter of an hour within it", () => {
  expect([-40, 0, 7, 8, 725, 1_439, 3_000].map((minute) => atMinute("2027-01-01", minute))).toEqual(
    ["00:00", "00:00", "00:00", "00:15", "12:00", "23:45", "23:45"].map(
      (time) => `2027-01-01T${time}`,
    ),
  );
});
