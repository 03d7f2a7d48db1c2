import { expect, it } from "vitest";
import { planned } from "./planned";

const now = Date.parse("2027-01-01T12:00:00.000Z");
const chosen = (local: string, zone: string, more: object = {}) =>
  planned({ local, zone, turn: "first", expiry: undefined, now, ...more });

it("has nothing to say of a time that is still to come", () => {
  expect(chosen("2027-07-15T09:00", "Europe/Berlin")).toEqual({
    at: new Date("2027-07-15T07:00:00.000Z"),
    error: undefined,
    notice: undefined,
    turns: undefined,
  });
  expect(chosen("", "Europe/Berlin").at).toBeUndefined();
});

it("says that a time has passed, by the clock of its zone", () => {
  expect(chosen("2027-01-01T13:00", "Europe/Berlin").error).toBe(
    "This time has passed: in Europe/Berlin it is Jan 1, 2027, 13:00. Choose a later one.",
  );
  expect(chosen("2027-01-01T13:01", "Europe/Berlin").error).toBeUndefined();
  expect(chosen("2027-01-01T07:00", "America/New_York").error).toMatch(
    /has passed: in America\/New_York it is Jan 1, 2027, 07:00/,
  );
});

it("says that the message will have expired", () => {
  const expiry = "2027-01-02T09:00:00.000Z";
  expect(chosen("2027-01-02T09:59", "Europe/Berlin", { expiry }).error).toBeUndefined();
  expect(chosen("2027-01-02T10:00", "Europe/Berlin", { expiry }).error).toMatch(
    /expires before that, on Jan 2, 2027, 10:00/,
  );
  expect(chosen("2027-01-02T10:00", "Europe/Berlin", { expiry: "nonsense" }).error).toBeUndefined();
});

it.each([
  ["2027-03-28T02:30", "Europe/Berlin", "02:30 doesn’t exist", "at 03:30."],
  ["2027-03-14T02:00", "America/New_York", "02:00 doesn’t exist", "at 03:00."],
  ["2027-10-03T02:15", "Australia/Lord_Howe", "02:15 doesn’t exist", "at 02:45."],
])("says what becomes of %s in %s, which is skipped", (local, zone, ...words) => {
  for (const word of words) expect(chosen(local, zone).notice).toContain(word);
});

it.each([
  ["2027-10-31T02:30", "Europe/Berlin", "UTC+02:00", "UTC+01:00", 60],
  ["2027-11-07T01:30", "America/New_York", "UTC-04:00", "UTC-05:00", 60],
  ["2027-04-04T01:45", "Australia/Lord_Howe", "UTC+11:00", "UTC+10:30", 30],
])("asks which of the two %s in %s to use", (local, zone, first, second, minutes) => {
  const { notice, turns, at } = chosen(local, zone);
  expect(notice).toMatch(/occurs twice/);
  expect(turns).toEqual({ first: `The first, ${first}`, second: `The second, ${second}` });
  const later = chosen(local, zone, { turn: "second" }).at;
  expect((later?.getTime() ?? 0) - (at?.getTime() ?? 0)).toBe(minutes * 60_000);
});
