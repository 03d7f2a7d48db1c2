import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { expectLogged } from "@/lib/log/testing";
import { followClock, pullBack, watchClock } from "./clock-jumps";
import { calendarTimes, movingTimes, pastTimes } from "./deciding-times";
import { takeIds } from "./rate";
import { recordChanges } from "./recorder";

const day = 86_400_000;
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
  expect([await lease(), await retry()]).toEqual([30, 60]);
  expect(await sql.query("SELECT next_at <= now() AS due FROM job")).toEqual([{ due: true }]);
  stop();
});

it("lets leases and pauses go on when the clock jumps forward: nothing is hastened", async () => {
  freeze(Date.now());
  const stop = watchClock(sql);
  const [lease, retry] = [await waiting(30, newId()), await waiting(60, null)];
  vi.setSystemTime(Date.now() + 3 * day);
  expect([await lease(), await retry()]).toEqual([30, 60]);
  stop();
});

it.each([
  ["back", -3_600_000],
  ["forward", 3_600_000],
])("keeps the length of an undo window, and a schedule at its time, when the clock jumps %s", async (_, jump) => {
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
  expect(
    await sql.query(
      "SELECT extract(epoch FROM held_until - now())::float8 AS held, extract(epoch FROM due_at - now())::float8 AS due FROM campaign WHERE id = $1",
      [held],
    ),
  ).toEqual([{ held: 10, due: 10 }]);
  expect(await sql.query("SELECT due_at AS due FROM campaign WHERE id = $1", [scheduled])).toEqual([{ due: at }]);
  stop();
});

/** A campaign in an undo window of so many seconds; returns how many are left. */
async function held(seconds: number): Promise<() => Promise<number>> {
  const id = newId();
  await sql.query(
    `INSERT INTO campaign (id, service_id, name, draft, state, held_until, due_at, updated_at)
     VALUES ($1, $1, 'Held', '', 'sending', now() + make_interval(secs => $2), now() + make_interval(secs => $2), now())`,
    [id, seconds],
  );
  return async () => {
    const [row] = await sql.query<{ s: number }>("SELECT extract(epoch FROM held_until - now())::float8 AS s FROM campaign WHERE id = $1", [
      id,
    ]);
    return row?.s ?? Number.NaN;
  };
}

/** Milliseconds. */
const jumps = fc.oneof(
  fc.constantFrom(250, 1_000, 2_000, 3_000, 5_000, 8_000, 9_500, 10_500, 11_900, 12_000, 13_000, 60_000, -250, -2_000, -12_000),
  fc.integer({ min: 250, max: 12_000 }),
  fc.integer({ min: -3_600_000, max: -250 }),
  fc.integer({ min: 250, max: 3_600_000 }),
);
/** How long the clock goes on after a jump, before something is written. */
const waits = fc.constantFrom(0, 1, 400, 999, 1_000, 2_500);

it("holds up and hastens nothing when the clock jumps, neither what was written before nor what is written after it", async () => {
  freeze(Date.now());
  const stop = watchClock(sql);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(jumps, waits), { minLength: 1, maxLength: 3 }), async (moves) => {
      const written: { read: () => Promise<number>; until: number }[] = [];
      const write = async () => {
        for (const seconds of [10, 30, 3_000])
          written.push({ read: await waiting(seconds, newId()), until: performance.now() + seconds * 1_000 });
        written.push({ read: await waiting(0, null), until: performance.now() });
        written.push({ read: await held(10), until: performance.now() + 10_000 });
      };
      await write();
      for (const [jump, wait] of moves) {
        vi.setSystemTime(Date.now() + jump);
        await vi.advanceTimersByTimeAsync(wait);
        await write();
      }
      for (const { read, until } of written) expect(await read()).toBeCloseTo((until - performance.now()) / 1_000, 2);
    }),
    { numRuns: 40 },
  );
  stop();
});

it("moves nothing twice, and goes on when it cannot be moved", async () => {
  expectLogged(/^what waits was not moved along with the clock: StatementError: column "tell_from"/);
  freeze(Date.now());
  const stop = watchClock(sql);
  const lease = await waiting(30, newId());
  vi.setSystemTime(Date.now() + 5_000);
  await Promise.all([followClock(sql), followClock(sql), sql.transaction((tx) => tx.query("SELECT 1"))]);
  expect(await lease()).toBe(30);
  await sql.query("ALTER TABLE notice_settings RENAME COLUMN tell_from TO gone");
  vi.setSystemTime(Date.now() + 5_000);
  expect(await lease()).toBe(25);
  await sql.query("ALTER TABLE notice_settings RENAME COLUMN gone TO tell_from");
  expect(await lease()).toBe(25);
  stop();
});

it("moves along what a transaction wrote that began before the jump", async () => {
  freeze(Date.now());
  const stop = watchClock(sql);
  const id = newId();
  await sql.transaction(async (tx) => {
    vi.setSystemTime(Date.now() + 8_000);
    await tx.query("INSERT INTO job (id, kind, data, next_at) VALUES ($1, 'expand', '{}', now() + interval '10 seconds')", [id]);
  });
  expect(await sql.query("SELECT extract(epoch FROM next_at - now())::float8 AS s FROM job WHERE id = $1", [id])).toEqual([{ s: 10 }]);
  stop();
});

it("puts off by its pause what was decided before a jump and is recorded after it", async () => {
  freeze(Date.now() + 3 * day);
  const stop = watchClock(sql);
  const [id, leaseToken] = [newId(), newId()];
  await sql.query(
    `INSERT INTO message (id, service_id, app_id, request, effective_hash, accepted_at) VALUES ($1, $1, $1, ''::bytea, ''::bytea, now())`,
    [id],
  );
  await sql.query(
    `INSERT INTO delivery (message_id, id, service_id, app_id, target, kind, destination, destination_type, pushid, next_at, lease_token, queued_at, updated_at)
     VALUES ($1, $1, $1, $1, 't', 'ios', 'd', 'ios_pushid', 'p', now(), $2, now(), now())`,
    [id, leaseToken],
  );
  const change = { messageId: id, deliveryId: id, leaseToken, to: "waiting", code: "7504", description: "busy", attempted: true } as const;
  const decided = { ...change, at: new Date(), dueAt: performance.now() + 5_000 };
  vi.setSystemTime(Date.now() - 3 * day);
  await recordChanges([decided]);
  expect(await sql.query("SELECT extract(epoch FROM next_at - now())::float8 AS s FROM delivery WHERE id = $1", [id])).toEqual([{ s: 5 }]);
  stop();
});

it("moves nothing where the clock is no longer watched", async () => {
  freeze(Date.now());
  watchClock(sql)();
  const lease = await waiting(30, newId());
  vi.setSystemTime(Date.now() + 5_000);
  await followClock(sql);
  expect(await lease()).toBe(25);
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
