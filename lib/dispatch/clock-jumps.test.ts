import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openWithOwnClock, storeCampaign } from "@/lib/database/testing";
import { expectLogged } from "@/lib/log/testing";
import { now } from "@/lib/runtime/clock";
import { pullBack, watchClock } from "./clock-jumps";
import { calendarTimes, movingTimes, pastTimes } from "./deciding-times";
import { consumeRateLimit } from "./rate";

const [hour, day] = [3_600_000, 86_400_000];
/** What a look at the clock and the statements of a test may take. Seconds. */
const tolerance = 20;
let sql: Database;
let setAhead: (ahead: number) => Promise<void>;

beforeAll(async () => {
  ({ database: sql, setAhead } = await openWithOwnClock());
}, 120_000);
afterAll(() => sql.close());

/** A delivery whose `next_at` is so many seconds from now; answers how many it is from now. */
async function waiting(seconds: number, leaseToken: string | null): Promise<() => Promise<number>> {
  const id = newId();
  await sql.query(
    `INSERT INTO delivery (message_id, id, service_id, app_id, target, kind, destination, destination_type, pushid, next_at, lease_token, queued_at, updated_at)
     VALUES ($1, $1, $1, $1, 't', 'ios', 'd', 'ios_pushid', 'p', now() + make_interval(secs => $2), $3, now(), now())`,
    [id, seconds, leaseToken],
  );
  return async () => {
    const [row] = await sql.query<{ s: number }>(
      "SELECT extract(epoch FROM next_at - now())::float8 AS s FROM delivery WHERE id = $1",
      [id],
    );
    return row?.s ?? Number.NaN;
  };
}

/**
 * Lets the clock jump while it is watched, and waits until a row of which a jump is seen has been
 * moved.
 */
async function jump(
  from: number,
  to: number,
  before: () => Promise<void>,
  settled: () => Promise<unknown>,
): Promise<void> {
  await setAhead(from);
  // The clock follows the database's every second: from here on a jump is a jump from there.
  await vi.waitUntil(async () => Math.abs((await databaseNow()) - now()) < 500, {
    timeout: 30_000,
  });
  const stop = watchClock(sql);
  try {
    await before();
    // Rows of the last two seconds before a jump is seen count as written after it.
    await sql.query("SELECT pg_sleep(2.1)");
    await setAhead(to);
    await settled();
  } finally {
    stop();
    await setAhead(0);
  }
}
async function databaseNow(): Promise<number> {
  const [row] = await sql.query<{ ms: number }>(
    "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms",
  );
  return row?.ms ?? Number.NaN;
}

it.each([
  ["is put back by days", 3 * day, 0],
  ["jumps ahead by days", 0, 3 * day],
])(
  "lets leases, pauses and undo windows go on when the clock %s, and a schedule stay at its time",
  async (_, from, to) => {
    let [lease, retry]: (() => Promise<number>)[] = [];
    let [inWindowId, scheduled]: string[] = [];
    const at = new Date(Date.now() + 10 * day);
    await jump(
      from,
      to,
      async () => {
        [lease, retry] = [await waiting(3_000, newId()), await waiting(6_000, null)];
        await sql.query(
          "INSERT INTO job (id, kind, data) VALUES (gen_random_uuid(), 'expand', '{}')",
        );
        ({ orderId: inWindowId } = await storeCampaign(sql, {
          serviceId: newId(),
          order: { state: "sending" },
        }));
        await sql.query(
          "UPDATE campaign_order SET undo_until = now() + interval '1 hour', due_at = now() + interval '1 hour' WHERE id = $1",
          [inWindowId],
        );
        ({ orderId: scheduled } = await storeCampaign(sql, {
          serviceId: newId(),
          order: { state: "scheduled", starts_at: at, due_at: at },
        }));
      },
      async () => {
        await expect
          .poll(async () => Math.abs(((await lease?.()) ?? Number.NaN) - 3_000))
          .toBeLessThan(tolerance);
        expect(Math.abs(((await retry?.()) ?? Number.NaN) - 6_000)).toBeLessThan(tolerance);
        expect(await sql.query("SELECT next_at <= now() AS due FROM job")).toEqual([{ due: true }]);
        const [left] = await sql.query<{ windowSeconds: number }>(
          `SELECT extract(epoch FROM undo_until - now())::float8 AS "windowSeconds" FROM campaign_order WHERE id = $1`,
          [inWindowId],
        );
        expect(Math.abs((left?.windowSeconds ?? Number.NaN) - 3_600)).toBeLessThan(tolerance);
        expect(
          await sql.query("SELECT due_at AS due FROM campaign_order WHERE id = $1", [scheduled]),
        ).toEqual([{ due: at }]);
      },
    );
    await sql.query("DELETE FROM job");
  },
);

it("leaves what was written after a jump ahead, and before it was seen, at its time", async () => {
  let [before, after]: (() => Promise<number>)[] = [];
  await jump(
    0,
    hour,
    async () => {
      before = await waiting(600, null);
    },
    async () => {
      after = await waiting(0, null);
      await expect
        .poll(async () => Math.abs(((await before?.()) ?? Number.NaN) - 600))
        .toBeLessThan(tolerance);
      expect(Math.abs((await after()) ?? Number.NaN)).toBeLessThan(tolerance);
    },
  );
});

it.each([8, 25])(
  "lets a lease of half a minute go on when the clock jumps ahead by %i s, which is shorter",
  async (seconds) => {
    let lease: (() => Promise<number>) | undefined;
    let writtenAt = 0;
    await jump(
      0,
      seconds * 1_000,
      async () => {
        lease = await waiting(30, newId());
        writtenAt = performance.now();
      },
      async () => {
        // What has passed until it is seen counts for it, and the jump does not.
        const passed = () => (performance.now() - writtenAt) / 1_000;
        await expect
          .poll(async () => ((await lease?.()) ?? 0) + passed())
          .toBeGreaterThan(30 - seconds / 2);
      },
    );
  },
);

it("leaves what was written after a jump back, and before it was seen, at its time", async () => {
  let [before, after]: (() => Promise<number>)[] = [];
  await jump(
    hour,
    0,
    async () => {
      before = await waiting(600, null);
    },
    async () => {
      after = await waiting(30, newId());
      await expect
        .poll(async () => Math.abs(((await before?.()) ?? Number.NaN) - 600))
        .toBeLessThan(tolerance);
      expect(await after()).toBeGreaterThan(0);
    },
  );
});

it("says so when what waits cannot be moved", async () => {
  expectLogged(
    /^what waits was not moved along with the clock: StatementError: column "tell_from"/,
  );
  let lease: (() => Promise<number>) | undefined;
  await jump(
    0,
    day,
    async () => {
      lease = await waiting(30, newId());
      await sql.query("ALTER TABLE notice_settings RENAME COLUMN tell_from TO gone");
    },
    async () => {
      const undone = async () => {
        const [row] = await sql.query<{ n: number }>(
          "SELECT xact_rollback::int AS n FROM pg_stat_database WHERE datname = current_database()",
        );
        return row?.n ?? 0;
      };
      const before = await undone();
      await expect.poll(undone).toBeGreaterThan(before);
      await sql.query("ALTER TABLE notice_settings RENAME COLUMN gone TO tell_from");
    },
  );
  expect(await lease?.()).toBeLessThan(31);
});

it("has every column that holds a time in one of its lists", async () => {
  const columns = await sql.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type LIKE 'timestamp%' AND table_name <> '_prisma_migrations'
       AND table_name NOT IN (SELECT relname FROM pg_class WHERE relispartition)`,
  );
  const listed = [...Object.keys(movingTimes), ...calendarTimes, ...pastTimes];
  expect(listed.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
    columns.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1)),
  );
});

it("makes due at the start what a clock of before had put off for days, and leaves pauses alone", async () => {
  const [asleep, retry] = [await waiting(259_200, null), await waiting(3_000, null)];
  await pullBack(sql);
  expect(await asleep()).toBeLessThanOrEqual(0);
  expect(await retry()).toBeGreaterThan(2_900);
});

it("keeps a service's rate when the clock of this process is wrong", async () => {
  const service = { id: newId(), idsPerSecond: 10 };
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3 * day });
  expect(await consumeRateLimit(service, 5)).toBe(0);
  vi.setSystemTime(Date.now() - 3 * day);
  expect(await consumeRateLimit(service, 5)).toBe(0);
  vi.useRealTimers();
});
