import fc from "fast-check";
import { expect, it } from "vitest";
import {
  addDays,
  dayAt,
  dayIn,
  localAt,
  momentOf,
  monthDays,
  periodText,
  shownDays,
  stepped,
  weekdayOf,
} from "./days";
import { firstWeekday } from "./first-weekday";

const day = fc
  .integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) })
  .map((at) => dayAt(at, "UTC"));

it("shows whole weeks with every day of a month", () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 7 }), (on, first) => {
      const days = shownDays("month", on, first);
      expect(days.length % 7).toBe(0);
      expect(days.length).toBeLessThanOrEqual(42);
      expect(weekdayOf(days[0] ?? "")).toBe(first);
      expect(days).toEqual(expect.arrayContaining(monthDays(on)));
      // No week without a day of the month.
      expect(days.slice(0, 7).some((one) => one.slice(0, 7) === on.slice(0, 7))).toBe(true);
      expect(days.slice(-7).some((one) => one.slice(0, 7) === on.slice(0, 7))).toBe(true);
      expect(days).toEqual(days.map((_, index) => addDays(days[0] ?? "", index)));
    }),
  );
});

it("begins the week of a day with the day on which weeks begin", () => {
  expect(shownDays("week", "2026-12-03", 1)).toEqual([
    "2026-11-30",
    "2026-12-01",
    "2026-12-02",
    "2026-12-03",
    "2026-12-04",
    "2026-12-05",
    "2026-12-06",
  ]);
  expect(shownDays("week", "2026-12-03", 7)[0]).toBe("2026-11-29");
});

it("steps from one period to the next and to the one before", () => {
  expect(stepped("month", "2026-12-31", 1)).toBe("2027-01-01");
  expect(stepped("agenda", "2027-03-31", -1)).toBe("2027-02-01");
  expect(stepped("week", "2026-12-31", -1)).toBe("2026-12-24");
});

it("names the period", () => {
  expect(periodText("month", "2026-12-03", 1)).toBe("December 2026");
  expect(periodText("week", "2026-12-03", 1)).toBe("Nov 30, 2026 – Dec 6, 2026");
});

it("reads a date of an address, and no other text", () => {
  expect(dayIn("2026-12-03")).toBe("2026-12-03");
  for (const text of [undefined, "", "today", "2026-13-01", "1970-01-01", "9999-12-31"])
    expect(dayIn(text)).toBeUndefined();
});

it("reads a day and a time by the clocks of a zone", () => {
  const at = Date.parse("2026-12-01T15:30:00Z");
  expect(localAt(at, "Asia/Tokyo")).toBe("2026-12-02T00:30");
  expect(dayAt(at, "America/New_York")).toBe("2026-12-01");
  expect(momentOf("2026-12-02T00:30", "Asia/Tokyo")).toBe(at);
});

it.each([
  ["de-DE,de;q=0.9,en;q=0.8", 1],
  ["en-US,en;q=0.5", 7],
  ["ar-EG", 6],
  ["*, en-GB", 1],
  ["not a language", 1],
  ["", 1],
  [null, 1],
])("for %s weeks begin on day %i", (languages, first) => {
  expect(firstWeekday(languages)).toBe(first);
});
