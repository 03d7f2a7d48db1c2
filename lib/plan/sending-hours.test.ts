import { expect, it } from "vitest";
import {
  everOpen,
  isOpenAt,
  nextOpen,
  nextShut,
  spreadFrom,
  type SendingHours,
} from "./sending-hours";
import { wallOf } from "./wall-time";

const night: SendingHours = { quiet: { from: 22 * 60, to: 8 * 60 }, window: null };
const office: SendingHours = {
  quiet: null,
  window: { from: 9 * 60, to: 17 * 60, days: [1, 2, 3, 4, 5] },
};
const opens = (iso: string, zone: string, hours: SendingHours) => {
  const at = nextOpen(Date.parse(iso), zone, hours);
  return at === undefined ? undefined : new Date(at).toISOString();
};

it.each([
  // 23:00 in Berlin.
  ["2027-01-15T22:00:00.000Z", "Europe/Berlin", night, "2027-01-16T07:00:00.000Z"],
  ["2027-01-15T12:34:56.789Z", "Europe/Berlin", night, "2027-01-15T12:34:56.789Z"],
  // Friday evening until Monday morning.
  ["2027-01-15T17:00:00.000Z", "UTC", office, "2027-01-18T09:00:00.000Z"],
  ["2027-01-15T16:59:59.999Z", "UTC", office, "2027-01-15T16:59:59.999Z"],
  // The hour from 02:00 does not exist: clocks show 03:00 when the quiet hours end.
  [
    "2027-03-28T00:30:00.000Z",
    "Europe/Berlin",
    { quiet: { from: 0, to: 150 }, window: null },
    "2027-03-28T01:00:00.000Z",
  ],
])("from %s in %s the next open moment is found", (iso, zone, hours, expected) => {
  expect(opens(iso, zone, hours)).toBe(expected);
});

it("is quiet again in the hour that comes twice", () => {
  const hours = { quiet: { from: 120, to: 150 }, window: null };
  // 02:30 for the first time, in Berlin; 02:00 for the second time half an hour later.
  const first = Date.parse("2027-10-31T00:30:00.000Z");
  expect(nextOpen(first, "Europe/Berlin", hours)).toBe(first);
  expect(nextShut(first, "Europe/Berlin", hours)).toBe(Date.parse("2027-10-31T01:00:00.000Z"));
  expect(opens("2027-10-31T01:10:00.000Z", "Europe/Berlin", hours)).toBe(
    "2027-10-31T01:30:00.000Z",
  );
});

it("counts a window through midnight to the day on which it begins", () => {
  const friday: SendingHours = { quiet: null, window: { from: 1_320, to: 120, days: [5] } };
  const isOpen = (local: string) => isOpenAt(wallOf(local) ?? Number.NaN, friday);
  expect(isOpen("2027-01-15T22:00")).toBe(true);
  expect(isOpen("2027-01-16T01:59")).toBe(true);
  expect(isOpen("2027-01-16T02:00")).toBe(false);
  expect(isOpen("2027-01-15T01:00")).toBe(false);
});

it("says when nothing may ever go out", () => {
  const never: SendingHours = {
    quiet: { from: 480, to: 1_080 },
    window: { from: 540, to: 1_020, days: [1] },
  };
  expect(everOpen(never)).toBe(false);
  expect(everOpen({ quiet: null, window: { from: 540, to: 541, days: [7] } })).toBe(true);
  expect(nextOpen(0, "UTC", never)).toBeUndefined();
  expect(nextShut(0, "UTC", { quiet: null, window: null })).toBeUndefined();
});

it("spreads what waited over ten minutes, or half of a shorter window", () => {
  const minutes = (place: number, shuts?: number) =>
    spreadFrom(0, shuts, { place, recipients: 100 }) / 60_000;
  expect([minutes(0), minutes(50), minutes(99), minutes(100)]).toEqual([0, 5, 9.9, 10]);
  expect(minutes(50, 4 * 60_000)).toBe(1);
});
