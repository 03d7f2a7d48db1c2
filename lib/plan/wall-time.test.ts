import { expect, it } from "vitest";
import { startAt, wallOf, wallText } from "./wall-time";

it.each([
  ["2027-01-15T09:00", "Europe/Berlin", "2027-01-15T08:00:00.000Z"],
  // Skipped: as long after the change as it would have been without one.
  ["2027-03-28T02:30", "Europe/Berlin", "2027-03-28T01:30:00.000Z"],
  ["2027-10-03T02:15", "Australia/Lord_Howe", "2027-10-02T15:45:00.000Z"],
  // Twice: the first one.
  ["2027-10-31T02:30", "Europe/Berlin", "2027-10-31T00:30:00.000Z"],
  ["2027-04-04T01:45", "Australia/Lord_Howe", "2027-04-03T14:45:00.000Z"],
])("what is planned for %s in %s starts at %s", (local, zone, iso) => {
  expect(new Date(startAt(wallOf(local) ?? Number.NaN, zone)).toISOString()).toBe(iso);
});

it("reads a wall time as a field writes it, and no other text", () => {
  expect(wallText(wallOf("2027-03-28T02:30") ?? Number.NaN)).toBe("2027-03-28T02:30");
  expect(wallOf("2027-02-31T25:00")).toBeUndefined();
  expect(wallOf("tomorrow")).toBeUndefined();
  expect(wallOf("")).toBeUndefined();
});
