import { expect, it } from "vitest";
import { deviceTimeZone, isTimeZone } from "./time-zone";

it.each(["UTC", "Europe/Berlin", "Etc/GMT-5", "America/Argentina/Buenos_Aires"])(
  "takes %s",
  (name) => expect(isTimeZone(name)).toBe(true),
);

// Node 22 reads offsets and Node 20 does not: what one process takes the next one must not refuse.
it.each([
  "",
  "+05:00",
  "-0500",
  "+05",
  "Mars/Base",
  ":Europe/Berlin",
  "Europe/Berlin ",
  "x".repeat(200),
])("refuses %j", (name) => expect(isTimeZone(name)).toBe(false));

it.each([
  ["Europe/Berlin", "Europe/Berlin"],
  ["GMT+02:00", "Etc/GMT-2"],
  ["GMT-0330", undefined],
  ["GMT-03:00", "Etc/GMT+3"],
  ["UTC+14", "Etc/GMT-14"],
  ["GMT+15:00", undefined],
  ["GMT-13:00", undefined],
  ["+00:00", "Etc/GMT"],
  ["GMT+05:30", undefined],
  ["Berlin", undefined],
  ["europe/berlin", "Europe/Berlin"],
  // Node lists neither of these two.
  ["utc", "UTC"],
  ["etc/gmt-2", "Etc/GMT-2"],
  ["Asia/Kolkata", "Asia/Kolkata"],
  ["US/Pacific", "US/Pacific"],
])("reads the time zone of a device from %s", (text, zone) => {
  expect(deviceTimeZone(text)).toBe(zone);
  expect(isTimeZone(zone ?? "UTC")).toBe(true);
});
