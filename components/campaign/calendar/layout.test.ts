import fc from "fast-check";
import { expect, it } from "vitest";
import { blocksOf, byDay, placedIn } from "./layout";

const zone = "Europe/Berlin";
const at = (iso: string) => ({ at: iso });

it("puts entries on their day in the zone, in the order of time", () => {
  const days = byDay(
    [at("2026-12-01T23:30:00Z"), at("2026-12-01T08:00:00Z"), at("2026-12-01T07:59:00Z")],
    zone,
  );
  expect(
    [...days].map(([day, placed]) => [day, placed.map(({ local }) => local.slice(11))]),
  ).toEqual([
    ["2026-12-01", ["08:59", "09:00"]],
    ["2026-12-02", ["00:30"]],
  ]);
});

it("puts a time of clocks wherever they are at that time", () => {
  const timezone = "America/New_York";
  const zoned = { ...at("2026-12-01T23:30:00Z"), times: { zoned: true }, timezone };
  expect(placedIn(zoned, zone).local).toBe("2026-12-01T18:30");
  expect(placedIn({ ...zoned, times: { zoned: false } }, zone).local).toBe("2026-12-02T00:30");
});

it("puts blocks side by side where they overlap, and nowhere else", () => {
  const minutes = fc.array(fc.integer({ min: 0, max: 1_439 }), { maxLength: 40 });
  fc.assert(
    fc.property(minutes, fc.constantFrom(15, 30, 45), (all, height) => {
      const start = Date.UTC(2026, 0, 1);
      const placed = all.map((minute) =>
        placedIn(at(new Date(start + minute * 60_000).toISOString()), "UTC"),
      );
      const blocks = blocksOf(placed, height);
      expect(blocks).toHaveLength(all.length);
      for (const one of blocks) {
        expect(one.column).toBeLessThan(one.columns);
        expect(one.top + height).toBeLessThanOrEqual(1_440);
        const near = blocks.filter((other) => Math.abs(other.top - one.top) < height);
        expect(near.length > 1 || one.columns === 1).toBe(true);
        const columns = near.map(({ column }) => column);
        expect(columns.indexOf(one.column)).toBe(columns.lastIndexOf(one.column));
      }
    }),
  );
});

it("uses as few columns as blocks overlap at once", () => {
  const block = (hour: string) => placedIn(at(`2026-01-01T${hour}:00Z`), "UTC");
  const blocks = blocksOf([block("09:00"), block("09:20"), block("09:40"), block("12:00")], 30);
  expect(blocks.map(({ column, columns }) => [column, columns])).toEqual([
    [0, 2],
    [1, 2],
    [0, 2],
    [0, 1],
  ]);
});
