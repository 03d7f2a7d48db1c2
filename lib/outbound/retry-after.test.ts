import { expect, it } from "vitest";
import { retryAfterMs } from "./retry-after";

const now = Date.parse("2026-02-07T12:00:00Z");

it.each([
  ["120", 120_000],
  [" 0 ", 0],
  ["\t 60 \t", 60_000],
  ["007", 7_000],
  ["9999999999999999999", 1e22],
  ["Sat, 07 Feb 2026 12:02:00 GMT", 120_000],
  ["Sat, 07 Feb 2026 11:00:00 GMT", 0],
  ["Saturday, 07-Feb-26 12:02:00 GMT", 120_000],
  ["Sunday, 06-Nov-94 08:49:37 GMT", 0],
  ["Thursday, 07-Feb-74 12:00:00 GMT", Date.UTC(2074, 1, 7, 12) - now],
  ["Sat Feb  7 12:02:00 2026", 120_000],
  ["Tue Feb 10 12:00:00 2026", 3 * 86_400_000],
  ["Sat, 28 Feb 2026 23:59:60 GMT", Date.UTC(2026, 2, 1) - now],
])("reads %j: seconds, or a date that may be past", (text, ms) =>
  expect(retryAfterMs(text, now)).toBe(ms),
);

it.each([
  "-1",
  "-2",
  "\u00a060",
  "60\u3000",
  "\ufeff60",
  "60\n",
  " ",
  "+5",
  "1.5",
  "1e3",
  "0x10",
  "٣٠",
  "30 seconds",
  "30s",
  "1, 2",
  "soon",
  "Infinity",
  "2026-02-08",
  "2026-02-08T12:00:00Z",
  "8 Feb 2026",
  "Feb 8, 2026",
  "Sun, 08 Feb 2026 12:00:00",
  "Sun, 08 Feb 2026 12:00:00 UTC",
  "Sun, 08 Feb 2026 12:00:00 +0100",
  "sun, 08 feb 2026 12:00:00 gmt",
  "Sun, 8 Feb 2026 12:00:00 GMT",
  "Tue, 31 Feb 2026 12:00:00 GMT",
  "Sun, 08 Feb 2026 25:00:00 GMT",
  "Sun, 00 Feb 2026 12:00:00 GMT",
  "Sunday, 08 Feb 2026 12:00:00 GMT",
  "",
  undefined,
])("passes over %j", (text) => expect(retryAfterMs(text, now)).toBeUndefined());
