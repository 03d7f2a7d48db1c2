import { expect, it } from "vitest";
import { isTimeZone } from "./time-zone";

it.each(["UTC", "Europe/Berlin", "Etc/GMT-5", "America/Argentina/Buenos_Aires"])("takes %s", (name) => expect(isTimeZone(name)).toBe(true));

// Node 22 reads offsets and Node 20 does not: what one process takes the next one must not refuse.
it.each(["", "+05:00", "-0500", "+05", "Mars/Base", ":Europe/Berlin", "Europe/Berlin ", "x".repeat(200)])("refuses %j", (name) =>
  expect(isTimeZone(name)).toBe(false),
);
