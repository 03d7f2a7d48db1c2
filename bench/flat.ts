import { Pool } from "undici";
import { startEngine, type EngineProcess } from "./engine-process";

/**
 * Whether memory and cost of a push stay the same however large a send is: one of 10,000 and one of
 * three million recipients, each by an engine of its own, in requests of 1,000 ids to Huawei
 * devices, with a lab in its own process. The most resident memory of the engine, processor time of
 * engine and database for a push, bytes on disk and of the write-ahead log for a delivery, and
 * processor time of a minute without work: after the small send, and with a million rows that wait
 * besides all that were sent. Run: `npm run bench:flat`; `-- --total=100000` for a shorter send,
 * `--kind=android` for FCM, which takes one token a call.
 */
const argument = (name: string) =>
  process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);
const total = Number(argument("total") ?? 3_000_000);
const kind = argument("kind") ?? "hms";
const idleMs = Number(argument("idle") ?? 60) * 1_000;
const small = 10_000;
const perRequest = 1_000;
const devices = 10_000;
/** Pushes before a send is measured: code is compiled by then, and devices are registered. */
const warmUp = 20_000;
/** Requests that may be under way, as a sender with a bounded queue has. */
const mostOpen = 20;
const idleRows = 1_000_000;

interface SendCost {
  count: number;
  seconds: number;
  /** Bytes. */
  peak: number;
  /** Milliseconds of processor time for a thousand pushes. */
  engineMs: number;
  databaseMs: number;
  /** Milliseconds of processor time in a minute. */
  idle: number;
  isSound: boolean;
}

const few = await measure(small);
const many = await measure(total);
const cost = ({ engineMs, databaseMs }: SendCost) => engineMs + databaseMs;
const ratio = (one: number, other: number) => Number((one / other).toFixed(2));
const ratios = {
  memory: ratio(many.peak, few.peak),
  cost: ratio(cost(many), cost(few)),
  idle: ratio(many.idle, few.idle),
};
process.stdout.write(`${JSON.stringify({ bench: "flat", ratios })}\n`);
process.exit(few.isSound && many.isSound ? 0 : 1);

async function measure(count: number): Promise<SendCost> {
  const engine = await startEngine(kind, devices);
  await send(engine, warmUp);
  const [before, from] = [await engine.ask("usage"), performance.now()];
  const sizesBefore = await sizesOf(engine);
  await send(engine, count);
  const seconds = (performance.now() - from) / 1_000;
  const after = await engine.ask("usage");
  const sizes = await sizesOf(engine);
  const arrived = await engine.arrivals();
  const isSound = arrived === warmUp + count;
  if (!isSound) process.stdout.write(`VOID: ${arrived} of ${warmUp + count} arrived\n`);
  const thousands = count / 1_000;
  const measured = {
    count,
    seconds,
    peak: after.peak,
    engineMs: (after.engineMs - before.engineMs) / thousands,
    databaseMs: (after.databaseMs - before.databaseMs) / thousands,
    isSound,
  };
  report(measured, (sizes.wal - sizesBefore.wal) / count);
  // A few thousand rows fill no page.
  if (count > small) reportDisk(sizes, sizesBefore, count);
  const idle = await idleCost(engine, count > small);
  await engine.stop();
  return { ...measured, idle };
}

async function send({ origin, key, targets, row }: EngineProcess, count: number): Promise<void> {
  const pool = new Pool(origin, { connections: 1 });
  const isOpen = async (most: number) =>
    (await row<{ n: number }>("SELECT count(*)::int AS n FROM message WHERE state <> 'done'")).n >
    most;
  for (let sent = 0; sent < count; sent += perRequest) {
    const first = sent % devices;
    const ids = targets.slice(first, first + perRequest).map(({ pushId }) => pushId);
    const { statusCode, body } = await pool.request({
      method: "POST",
      path: "/resources/v1/messaging",
      headers: { key, "content-type": "application/json" },
      body: JSON.stringify({
        deliverychannel: "push",
        appid: "sandbox",
        destination: [{ [`${kind}_pushid`]: ids }],
        channels: {
          push: { android: { title: "Order shipped", text: "Your order left our house today." } },
        },
      }),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${statusCode}: ${text}`);
    while (await isOpen(mostOpen)) await pause(10);
  }
  while (await isOpen(0)) await pause(10);
  await pool.close();
}

/** Bytes on disk, of tables with their indexes, and of the write-ahead log so far. */
async function sizesOf({ row }: EngineProcess) {
  return row<{ delivery: number; message: number; wal: number }>(
    `SELECT (SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('delivery'))::float8 AS delivery,
       (SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('message'))::float8 AS message,
       pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS wal`,
  );
}

/** Milliseconds of processor time in a minute without work; with rows that wait, on demand. */
async function idleCost(engine: EngineProcess, isFull: boolean): Promise<number> {
  if (isFull)
    await engine.row(
      `INSERT INTO delivery (message_id, id, service_id, app_id, target, kind, destination, destination_type, pushid, next_at, queued_at, updated_at)
       SELECT m.id, gen_random_uuid(), m.service_id, m.app_id, 'waits ' || n, $1, 'waits ' || n, 'userid', '', now() + interval '1 day', now(), now()
       FROM (SELECT * FROM message ORDER BY id DESC LIMIT 1) m CROSS JOIN generate_series(1, $2::int) n`,
      kind,
      idleRows,
    );
  // Neither cleaning up after the load nor a look that it woke is of that minute.
  await engine.ask("script", "VACUUM ANALYZE");
  await engine.ask("script", "CHECKPOINT");
  await pause(5_000);
  const before = await engine.ask("usage");
  await pause(idleMs);
  const after = await engine.ask("usage");
  const idle = after.engineMs - before.engineMs + after.databaseMs - before.databaseMs;
  process.stdout.write(
    `  a minute without work, ${isFull ? `${idleRows.toLocaleString("en")} rows wait` : "no row waits"}: ${((idle * 60_000) / idleMs).toFixed(0)} ms of processor time\n`,
  );
  return (idle * 60_000) / idleMs;
}

function report(
  { count, seconds, peak, engineMs, databaseMs }: Omit<SendCost, "idle">,
  wal: number,
): void {
  process.stdout.write(
    `${count.toLocaleString("en").padStart(9)} pushes in ${seconds.toFixed(1)} s, ${(count / seconds).toFixed(0)} /s   ${(peak / 1_048_576).toFixed(0)} MB resident   processor time for 1,000: engine ${engineMs.toFixed(1)} ms, database ${databaseMs.toFixed(1)} ms   write-ahead log ${wal.toFixed(0)} bytes a delivery\n`,
  );
}

type Sizes = Awaited<ReturnType<typeof sizesOf>>;

function reportDisk(after: Sizes, before: Sizes, count: number): void {
  const of = (table: "delivery" | "message") => ((after[table] - before[table]) / count).toFixed(0);
  process.stdout.write(
    `  on disk, with indexes, for a delivery: ${of("delivery")} bytes, and ${of("message")} of its message\n`,
  );
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
