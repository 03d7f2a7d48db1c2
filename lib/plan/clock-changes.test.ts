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

it("sends nothing in quiet hours, and holds nothing longer than they last", () => {
  fc.assert(
    fc.property(fc.gen(), (draw) => {
      for (const { zone, at } of changes) {
        const chosen = draw(() => hours);
        const from = at + draw(fc.integer, { min: -26 * 60, max: 4 * 60 }) * minuteMs;
        const opens = nextOpen(from, zone, chosen);
        if (opens === undefined) continue;
        expect(isOpenAt(wallAt(opens, zone), chosen)).toBe(true);
        if (opens > from) expect(isOpenAt(wallAt(opens - 1, zone), chosen)).toBe(false);
        for (let held = from; held < Math.min(opens, from + dayMs); held += 15 * minuteMs)
          expect(isOpenAt(wallAt(held, zone), chosen)).toBe(false);
        const shuts = nextShut(opens, zone, chosen) ?? opens + dayMs;
        for (let open = opens; open < Math.min(shuts, opens + dayMs); open += 15 * minuteMs)
          expect(isOpenAt(wallAt(open, zone), chosen)).toBe(true);
      }
    }),
    { numRuns: 1 },
  );
});

it("runs once on each date around each change of clocks, none skipped and none twice", () => {
  fc.assert(
    fc.property(fc.gen(), (draw) => {
      for (const { zone, at } of changes) {
        // Most of them in the hour that is skipped, or comes twice.
        const shift = draw(fc.integer, { min: -90, max: 90 });
        const rule: Recurrence = {
          every: "day",
          from: wallText(wallAt(at, zone) - 3 * dayMs + shift * minuteMs),
          until: null,
        };
        const runs = nextRuns(rule, zone, at - 5 * dayMs, 6);
        expect(runs.map(({ local }) => local)).toEqual(
          [0, 1, 2, 3, 4, 5].map((day) => wallText(Date.parse(`${rule.from}Z`) + day * dayMs)),
        );
        for (const [index, run] of runs.entries()) {
          const before = runs[index - 1];
          if (before) expect(run.at).toBeGreaterThan(before.at);
          // Clocks show the time of the rule, or its time as far behind a change as it was skipped.
          const shown = wallText(wallAt(run.at, zone));
          const isSkipped = shown !== run.local;
          if (isSkipped)
            expect(zoneOffset(run.at, zone)).not.toBe(zoneOffset(run.at - 3 * hourMs, zone));
        }
      }
    }),
    { numRuns: 1 },
  );
});
