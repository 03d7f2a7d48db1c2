import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { followClock, pullBack, watchClock } from "./clock-jumps";
import { calendarTimes, movingTimes, pastTimes } from "./deciding-times";
import { takeIds } from "./rate";

const day = 86_400_000;
/** Without an interval, by which polling would move the clock. */
const soon = { interval: 0 };
let sql: Database;

beforeAll(async () => {
  sql = await openTestDatabase();
}, 120_000);
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await sql.close();
});

/** A delivery whose `next_at` is so many seconds from now; answers how many it is from now. */
async function waiting(seconds: number, leaseToken: string | null): Promise<() => Promise<number>> {
  const id = newId();
  await sql.query(
    `INSERT INTO delivery (message_id, id, service_id, app_id, target, kind, destination, destination_type, pushid, next_at, lease_token, queued_at, updated_at)
     VALUES ($1, $1, $1, $1, 't', 'ios', 'd', 'ios_pushid', 'p', now() + make_interval(secs => $2), $3, now(), now())`,
    [id, seconds, leaseToken],
  );
  return async () => {
    const [row] = await sql.query<{ s: number }>("SELECT extract(epoch FROM next_at - now())::float8 AS s FROM delivery WHERE id = $1", [
      id,
    ]);
    return row?.s ?? Number.NaN;
  };
}

/** A clock that stands still, of this process and so of its database, until it is moved. */
const freeze = (now: number) => vi.useFakeTimers({ toFake: ["Date", "performance", "setInterval", "clearInterval"], now });

it("moves what waits along with a clock that is put back, and lets leases go on", async () => {
  freeze(Date.now() + 3 * day);
  const stop = watchClock(sql);
  const retry = await waiting(60, null);
  const lease = await waiting(30, newId());
  await sql.query("INSERT INTO job (id, kind, data) VALUES (gen_random_uuid(), 'expand', '{}')");
  vi.setSystemTime(Date.now() - 3 * day);
  expect(await retry()).toBe(60 + 3 * 86_400);
  vi.advanceTimersByTime(1_000);
  await expect.poll(lease, soon).toBe(29);
  await expect.poll(retry, soon).toBe(59);
  await expect.poll(() => sql.query("SELECT next_at <= now() AS due FROM job"), soon).toEqual([{ due: true }]);
  stop();
});

it("lets leases and pauses go on when the clock jumps forward: nothing is hastened", async () => {
  freeze(Date.now());
  const stop = watchClock(sql);
  const [lease, retry] = [await waiting(30, newId()), await waiting(60, null)];
  vi.setSystemTime(Date.now() + 3 * day);
  expect(await lease()).toBe(30 - 3 * 86_400);
  vi.advanceTimersByTime(1_000);
  await expect.poll(lease, soon).toBe(29);
  await expect.poll(retry, soon).toBe(59);
  stop();
});

it.each([
  ["back", -3_600_000],
  ["forward", 3_600_000],
])("keeps a send held for as long as it was, and a schedule at its time, when the clock jumps %s", async (_, jump) => {
  freeze(Date.now());
  const stop = watchClock(sql);
  const [held, scheduled] = [newId(), newId()];
  await sql.query(
    `INSERT INTO campaign (id, service_id, name, draft, state, held_until, due_at, updated_at)
     VALUES ($1, $1, 'Held', '', 'sending', now() + interval '10 seconds', now() + interval '10 seconds', now())`,
    [held],
  );
  const at = new Date(Date.now() + 2 * day);
  await sql.query(
    `INSERT INTO campaign (id, service_id, name, draft, state, starts_at, due_at, updated_at) VALUES ($1, $1, 'Scheduled', '', 'scheduled', $2, $2, now())`,
    [scheduled, at],
  );
  vi.setSystemTime(Date.now() + jump);
  // Whoever takes what is due asks before, and does not wait for the next look.
  await followClock(sql);
  expect(
    await sql.query(
      "SELECT extract(epoch FROM held_until - now())::float8 AS held, extract(epoch FROM due_at - now())::float8 AS due FROM campaign WHERE id = $1",
      [held],
    ),
  ).toEqual([{ held: 10, due: 10 }]);
  expect(await sql.query("SELECT due_at AS due FROM campaign WHERE id = $1", [scheduled])).toEqual([{ due: at }]);
  stop();
});

it("leaves what was written after a jump forward where it is", async () => {
  freeze(Date.now());
  const stop = watchClock(sql);
  vi.setSystemTime(Date.now() + 3 * day);
  const [due, retry] = [await waiting(0, null), await waiting(60, null)];
  await followClock(sql);
  expect([await due(), await retry()]).toEqual([0, 60]);
  stop();
});

it("has every column that holds a time in one of its lists", async () => {
  const columns = await sql.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type LIKE 'timestamp%' AND table_name <> '_prisma_migrations'`,
  );
  const listed = [...Object.keys(movingTimes), ...calendarTimes, ...pastTimes];
  expect(listed.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(columns.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1)));
});

it("makes due at the start what a clock of before had put off for days, and leaves pauses alone", async () => {
  freeze(Date.now());
  const [asleep, retry] = [await waiting(259_200, null), await waiting(3_000, null)];
  await pullBack(sql);
  expect([await asleep(), await retry()]).toEqual([0, 3_000]);
});

it("keeps a service's rate when the clock is put back", async () => {
  const service = { id: newId(), idsPerSecond: 10 };
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3 * day });
  expect(await takeIds(service, 5)).toBe(0);
  vi.setSystemTime(Date.now() - 3 * day);
  expect(await takeIds(service, 5)).toBe(0);
});
