import { expect, it } from "vitest";
import { nextRun, nextRuns, type Recurrence } from "./recurrence";

const locals = (rule: Recurrence, after: string, most = 4) =>
  nextRuns(rule, "Europe/Berlin", Date.parse(after), most).map(({ local }) => local);

it("runs on each day, through changes of clocks", () => {
  const rule = { every: "day", from: "2027-03-27T02:30", until: null } as const;
  expect(nextRuns(rule, "Europe/Berlin", Date.parse("2027-03-01T00:00:00Z"), 3)).toEqual([
    { local: "2027-03-27T02:30", at: Date.parse("2027-03-27T01:30:00Z") },
    { local: "2027-03-28T02:30", at: Date.parse("2027-03-28T01:30:00Z") },
    { local: "2027-03-29T02:30", at: Date.parse("2027-03-29T00:30:00Z") },
  ]);
});

it("runs on the weekdays of its rule alone", () => {
  const rule = { every: "week", days: [1, 2, 3, 4, 5], from: "2027-01-16T09:00", until: null };
  expect(
    locals(rule as Recurrence, "2027-01-15T12:00:00Z", 6).map((local) => local.slice(8, 10)),
  ).toEqual(["18", "19", "20", "21", "22", "25"]);
});

it("runs on the last day of a month that has not its day", () => {
  const rule = { every: "month", from: "2027-10-31T09:00", until: null } as const;
  expect(locals(rule, "2027-10-01T00:00:00Z", 6).map((local) => local.slice(0, 10))).toEqual([
    "2027-10-31",
    "2027-11-30",
    "2027-12-31",
    "2028-01-31",
    "2028-02-29",
    "2028-03-31",
  ]);
});

it("runs on its last date, and not after it", () => {
  const rule = { every: "day", from: "2027-01-01T09:00", until: "2027-01-03" } as const;
  expect(locals(rule, "2027-01-01T08:00:00Z")).toEqual(["2027-01-02T09:00", "2027-01-03T09:00"]);
  expect(nextRun(rule, "Europe/Berlin", Date.parse("2027-01-03T08:00:00Z"))).toBeUndefined();
});

it("has no run where its rule has no day", () => {
  const rule = { every: "week", days: [], from: "2027-01-01T09:00", until: null } as const;
  expect(nextRun(rule, "UTC", Date.parse("2027-01-01T00:00:00Z"))).toBeUndefined();
});
