import fc from "fast-check";
import { expect, it } from "vitest";
import { nextRuns, type Recurrence } from "./recurrence";
import { isOpenAt, nextOpen, nextShut, type SendingHours } from "./sending-hours";
import { wallAt, wallText, zoneOffset } from "./wall-time";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const [first, last] = [Date.UTC(2026, 0), Date.UTC(2036, 0)];

interface Change {
  zone: string;
  at: number;
}

/** All changes of clocks in ten years: no zone changes them twice within a week. */
function changesOf(zone: string): Change[] {
  const changes: Change[] = [];
  for (let from = first; from < last; from += 7 * dayMs) {
    let [low, high] = [from, from + 7 * dayMs];
    const before = zoneOffset(low, zone);
    if (zoneOffset(high, zone) === before) continue;
    while (high - low > minuteMs) {
      const middle = low + Math.floor((high - low) / 2 / minuteMs) * minuteMs;
      if (zoneOffset(middle, zone) === before) low = middle;
      else high = middle;
    }
    changes.push({ zone, at: high });
  }
  return changes;
}

const zones = Intl.supportedValuesOf("timeZone");
const changes = zones.flatMap(changesOf);

const minute = fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15);
/** Hours with ends near any change, of at most a day without its last quarter of an hour. */
const hours = fc
  .record({
    quietFrom: minute,
    quietTo: minute,
    windowFrom: minute,
    windowTo: minute,
    kind: fc.nat(2),
  })
  .filter(
    ({ quietFrom, quietTo, windowFrom, windowTo }) =>
      quietFrom !== quietTo && windowFrom !== windowTo,
  )
  .map(({ quietFrom, quietTo, windowFrom, windowTo, kind }): SendingHours => ({
    quiet: kind === 1 ? null : { from: quietFrom, to: quietTo },
    window: kind === 0 ? null : { from: windowFrom, to: windowTo, days: [1, 2, 3, 4, 5, 6, 7] },
  }));

it("knows the changes of clocks of all zones", () => {
  expect(zones.length).toBeGreaterThan(400);
  expect(changes.length).toBeGreaterThan(1_500);
});

/** What is wrong with the moment at which hours open after `from`, in words; "" for nothing. */
function openingFault(zone: string, from: number, chosen: SendingHours): string {
  const opens = nextOpen(from, zone, chosen);
  if (opens === undefined) return "";
  const isOpen = (at: number) => isOpenAt(wallAt(at, zone), chosen);
  if (!isOpen(opens)) return "it opens in quiet hours";
  if (opens > from && isOpen(opens - 1)) return "it could have opened before";
  for (let at = from; at < Math.min(opens, from + dayMs); at += 15 * minuteMs)
    if (isOpen(at)) return "it is passed over while it is open";
  const shuts = nextShut(opens, zone, chosen) ?? opens + dayMs;
  for (let at = opens; at < Math.min(shuts, opens + dayMs); at += 15 * minuteMs)
    if (!isOpen(at)) return "it shuts too late";
  return "";
}

/** What is wrong with six runs of a rule around a change of clocks, in words; "" for nothing. */
function runsFault(zone: string, change: number, rule: Recurrence): string {
  const runs = nextRuns(rule, zone, change - 5 * dayMs, 6);
  const dates = [0, 1, 2, 3, 4, 5].map((day) =>
    wallText(Date.parse(`${rule.from}Z`) + day * dayMs),
  );
  if (runs.map(({ local }) => local).join() !== dates.join()) return "a date is left out or twice";
  const starts = runs.map(({ at }) => at);
  if (starts.some((at, index) => index > 0 && at <= (starts[index - 1] ?? 0)))
    return "two runs start in the wrong order";
  // Clocks show the time of the rule, or its time was skipped a while before.
  const isRight = runs.every(
    ({ at, local }) =>
      wallText(wallAt(at, zone)) === local ||
      zoneOffset(at, zone) !== zoneOffset(at - 3 * hourMs, zone),
  );
  return isRight ? "" : "a run starts at another time";
}

it("sends nothing in quiet hours, and has nothing wait longer than they last", () => {
  fc.assert(
    fc.property(fc.gen(), (draw) => {
      const faults = changes.flatMap(({ zone, at }) => {
        const chosen = draw(() => hours);
        const from = at + draw(fc.integer, { min: -26 * 60, max: 4 * 60 }) * minuteMs;
        const fault = openingFault(zone, from, chosen);
        return fault === "" ? [] : [{ fault, zone, from, chosen }];
      });
      expect(faults).toEqual([]);
    }),
    { numRuns: 1 },
  );
});

it("runs once on each date around each change of clocks, none skipped and none twice", () => {
  fc.assert(
    fc.property(fc.gen(), (draw) => {
      const faults = changes.flatMap(({ zone, at }) => {
        // Most of them in the hour that is skipped, or comes twice.
        const shift = draw(fc.integer, { min: -90, max: 90 });
        const from = wallText(wallAt(at, zone) - 3 * dayMs + shift * minuteMs);
        const fault = runsFault(zone, at, { every: "day", from, until: null });
        return fault === "" ? [] : [{ fault, zone, from }];
      });
      expect(faults).toEqual([]);
    }),
    { numRuns: 1 },
  );
});
