import { expect, it } from "vitest";
import { choiceOf, momentsIn, usualTimes } from "./zoned";

it.each([
  ["2027-01-15T09:00", "UTC", "2027-01-15T09:00:00.000Z"],
  ["2027-01-15T09:00", "Europe/Berlin", "2027-01-15T08:00:00.000Z"],
  ["2027-07-15T09:00", "Europe/Berlin", "2027-07-15T07:00:00.000Z"],
  ["2027-01-15T09:00", "Asia/Kolkata", "2027-01-15T03:30:00.000Z"],
  ["2027-01-15T09:00", "Pacific/Kiritimati", "2027-01-14T19:00:00.000Z"],
  // The last minute before a change, and the first after it.
  ["2027-03-28T01:59", "Europe/Berlin", "2027-03-28T00:59:00.000Z"],
  ["2027-03-28T03:00", "Europe/Berlin", "2027-03-28T01:00:00.000Z"],
  ["2027-10-31T01:59", "Europe/Berlin", "2027-10-30T23:59:00.000Z"],
  ["2027-10-31T03:00", "Europe/Berlin", "2027-10-31T02:00:00.000Z"],
  ["2027-03-14T03:00", "America/New_York", "2027-03-14T07:00:00.000Z"],
  ["2027-10-03T02:30", "Australia/Lord_Howe", "2027-10-02T15:30:00.000Z"],
])("%s in %s is %s", (local, zone, iso) => {
  expect(momentsIn(local, zone)).toEqual({ kind: "once", at: new Date(iso) });
});

it.each([
  ["2027-03-28T02:30", "Europe/Berlin", "2027-03-28T01:30:00.000Z"],
  ["2027-03-14T02:00", "America/New_York", "2027-03-14T07:00:00.000Z"],
  // By half an hour only, from 02:00 to 02:30.
  ["2027-10-03T02:15", "Australia/Lord_Howe", "2027-10-02T15:45:00.000Z"],
])("%s in %s is skipped, and read as %s", (local, zone, iso) => {
  expect(momentsIn(local, zone)).toEqual({ kind: "skipped", at: new Date(iso) });
});

it.each([
  ["2027-10-31T02:30", "Europe/Berlin", "2027-10-31T00:30:00.000Z", "2027-10-31T01:30:00.000Z"],
  ["2027-11-07T01:00", "America/New_York", "2027-11-07T05:00:00.000Z", "2027-11-07T06:00:00.000Z"],
  [
    "2027-04-04T01:45",
    "Australia/Lord_Howe",
    "2027-04-03T14:45:00.000Z",
    "2027-04-03T15:15:00.000Z",
  ],
])("%s in %s comes twice, at %s and at %s", (local, zone, first, second) => {
  expect(momentsIn(local, zone)).toEqual({
    kind: "twice",
    first: new Date(first),
    second: new Date(second),
  });
});

it("has no moment for what is no date or no zone", () => {
  for (const local of ["", "soon", "2027-13-15T09:00", "2027-01-15"])
    expect(momentsIn(local, "UTC")).toBeUndefined();
  expect(momentsIn("2027-01-15T09:00", "Mars/Base")).toBeUndefined();
});

it("offers what is chosen most, by the clocks of the zone", () => {
  // A Saturday there, and still Friday in New York.
  const now = Date.parse("2027-03-13T03:58:10Z");
  expect(usualTimes(now, "Asia/Tokyo")).toEqual([
    { label: "In an hour", local: "2027-03-13T14:00" },
    { label: "Tomorrow, Sun 09:00", local: "2027-03-14T09:00" },
    { label: "Monday, 09:00", local: "2027-03-15T09:00" },
  ]);
  expect(usualTimes(now, "America/New_York").map(({ local }) => local)).toEqual([
    "2027-03-13T00:00",
    "2027-03-13T09:00",
    "2027-03-15T09:00",
  ]);
  // On a Sunday tomorrow is Monday.
  expect(usualTimes(Date.parse("2027-03-14T12:00:00Z"), "UTC").map(({ label }) => label)).toEqual([
    "In an hour",
    "Tomorrow, Mon 09:00",
  ]);
  // Early on a Monday, Monday morning is today's.
  expect(usualTimes(Date.parse("2027-03-15T05:32:00Z"), "UTC")).toEqual([
    { label: "In an hour", local: "2027-03-15T06:35" },
    { label: "Today, Mon 09:00", local: "2027-03-15T09:00" },
    { label: "Tomorrow, Tue 09:00", local: "2027-03-16T09:00" },
    { label: "Next Monday, 09:00", local: "2027-03-22T09:00" },
  ]);
  // Where Tokyo is a day ahead of the reader, "tomorrow" is that of Tokyo.
  expect(usualTimes(now, "Asia/Tokyo").map(({ label }) => label)).toEqual([
    "In an hour",
    "Tomorrow, Sun 09:00",
    "Monday, 09:00",
  ]);
  expect(usualTimes(now, "nowhere")).toEqual([]);
});

it.each([
  [
    "2027-07-15T07:00:00.000Z",
    "Europe/Berlin",
    { local: "2027-07-15T09:00", zone: "Europe/Berlin", turn: "first" },
  ],
  [
    "2027-10-31T00:30:00.000Z",
    "Europe/Berlin",
    { local: "2027-10-31T02:30", zone: "Europe/Berlin", turn: "first" },
  ],
  [
    "2027-10-31T01:30:00.000Z",
    "Europe/Berlin",
    { local: "2027-10-31T02:30", zone: "Europe/Berlin", turn: "second" },
  ],
  [
    "2027-07-15T07:00:00.000Z",
    "Nowhere/City",
    { local: "2027-07-15T07:00", zone: "UTC", turn: "first" },
  ],
])("%s is chosen in %s as %o", (iso, zone, choice) => {
  expect(choiceOf(Date.parse(iso), zone)).toEqual(choice);
});
