import { expect, it } from "vitest";
import { retryAfterMs } from "./retry-after";

const now = Date.parse("2026-02-07T12:00:00Z");

it.each([
  ["120", 120_000],
  [" 0 ", 0],
  ["Sat, 07 Feb 2026 12:02:00 GMT", 120_000],
  ["Sat, 07 Feb 2026 11:00:00 GMT", 0],
])("reads %j: seconds, or a date that may be past", (text, ms) => expect(retryAfterMs(text, now)).toBe(ms));

it.each(["-5", "1.5", "soon", "2026-02-08", "", undefined])("passes over %j", (text) => expect(retryAfterMs(text, now)).toBeUndefined());
