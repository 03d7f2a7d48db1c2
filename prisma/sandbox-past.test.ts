import { expect, it } from "vitest";
import { sandboxPast } from "./sandbox-past";
import { sandboxUsers } from "./sandbox-users";

const now = Date.UTC(2026, 10, 30);
const monthMs = 30 * 86_400_000;
const { deeds, seen } = sandboxPast(sandboxUsers(now), now);
const isWithin = (part: ReadonlySet<string>, whole: ReadonlySet<string>) =>
  [...part].every((one) => whole.has(one));
const usersOf = (deed: string, since = 0) =>
  new Set(
    deeds.filter((one) => one.deed === deed && one.at >= since).flatMap((one) => one.userids),
  );

it("has each newsletter read by some who got it, and pressed by some who read it", () => {
  const times = new Set(deeds.map(({ at }) => at));
  expect(times.size).toBe(8);
  for (const time of times) {
    const of = (deed: string) =>
      new Set(deeds.find((one) => one.deed === deed && one.at === time)?.userids);
    const [sent, delivered, read, pressed] = [
      of("sent"),
      of("delivered"),
      of("read"),
      of("pressed"),
    ];
    expect(pressed.size).toBeGreaterThan(0);
    expect(read.size).toBeGreaterThan(pressed.size);
    expect(delivered.size).toBeLessThan(sent.size);
    expect(isWithin(pressed, read) && isWithin(read, delivered) && isWithin(delivered, sent)).toBe(
      true,
    );
  }
});

it("has users who got newsletters for a month and read none, and others who read them before", () => {
  const got = usersOf("delivered", now - monthMs);
  const readers = usersOf("read", now - monthMs);
  const quiet = [...got].filter((one) => !readers.has(one));
  expect(quiet.length).toBeGreaterThan(20);
  expect(readers.size).toBeGreaterThan(20);
  const before = usersOf("read");
  expect(quiet.filter((one) => before.has(one)).length).toBeGreaterThan(5);
});

it("has all users seen before now, and first before last", () => {
  for (const { first, last } of seen) {
    expect(first).toBeLessThan(last);
    expect(last).toBeLessThanOrEqual(now);
  }
  expect(new Set(seen.map(({ userid }) => userid)).size).toBe(200);
});
