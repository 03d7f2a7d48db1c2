import { expect, it } from "vitest";
import { isoDate } from "./written-dates";

it.each([
  ["07/02/2026", "2026-02-07", "2026-07-02"],
  ["7.2.2026", "2026-02-07", "2026-07-02"],
  [" 31-12-2026 ", "2026-12-31", undefined],
  ["12/31/2026", undefined, "2026-12-31"],
  ["29/02/2026", undefined, undefined],
  ["29/02/2028", "2028-02-29", undefined],
  ["07/02-2026", undefined, undefined],
  ["2026-02-07", undefined, undefined],
  ["07/02/26", undefined, undefined],
  ["00/00/0000", undefined, undefined],
  ["soon", undefined, undefined],
])("%j is %s day first, and %s month first", (text, dmy, mdy) => {
  expect([isoDate(text, "dmy"), isoDate(text, "mdy")]).toEqual([dmy, mdy]);
});
