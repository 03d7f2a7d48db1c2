import { expect, it } from "vitest";
import { momentIn, zonesOf } from "./zoned";

it.each([
  ["2027-01-15T09:00", "UTC", "2027-01-15T09:00:00.000Z"],
  ["2027-01-15T09:00", "Europe/Berlin", "2027-01-15T08:00:00.000Z"],
  ["2027-07-15T09:00", "Europe/Berlin", "2027-07-15T07:00:00.000Z"],
  ["2027-01-15T09:00", "Asia/Kolkata", "2027-01-15T03:30:00.000Z"],
  ["2027-01-15T09:00", "Pacific/Kiritimati", "2027-01-14T19:00:00.000Z"],
  // Skipped in spring: clocks go from 02:00 to 03:00.
  ["2027-03-28T02:30", "Europe/Berlin", "2027-03-28T01:30:00.000Z"],
  // Twice in autumn: the second.
  ["2027-10-31T02:30", "Europe/Berlin", "2027-10-31T01:30:00.000Z"],
])("%s in %s is %s", (local, zone, iso) => expect(momentIn(local, zone)?.toISOString()).toBe(iso));

it("has no moment for what is no date or no zone", () => {
  expect(momentIn("", "UTC")).toBeUndefined();
  expect(momentIn("soon", "UTC")).toBeUndefined();
  expect(momentIn("2027-01-15T09:00", "Mars/Base")).toBeUndefined();
  expect(zonesOf()[0]).toBe("UTC");
});
