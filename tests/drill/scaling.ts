import { join } from "node:path";
import { startLab } from "@/lib/lab/lab";
import { temporaryFolder } from "../../tools/ending.mjs";
import { freePort } from "../../tools/free-port.mjs";
import { temporaryPostgres } from "../../tools/postgres";
import { prepare, serviceKey } from "../faults/fault-run";
import { lookInto, type Place } from "../faults/killed-leases";
import { pause, ServerProcess, type Role } from "../server-process";

const mostWorkers = 4;
/** Ids a second that the service may send to. */
const allowedRate = 500;
/** How many seconds of its rate a service may save up (`dispatch/rate`). */
const burstSeconds = 2;
const rateSeconds = 20;
/** Of a request: no divisor of the rate, so that no edge is met by chance. */
const idsOfRequest = 7;
/**
 * The time that the provider takes: a worker waits for answers most of the time, and its rate is
 * the number of its slots by this time, on any machine.
 */
const latencyMs = 4_000;
/**
 * A worker begins with some hundred at once and adds more as answers come: the rates are those
 * after the third round of answers of all of them.
 */
const firstRound = 500;
/** Answers come in rounds: of many, the one that is cut at each end matters little. */
const measuredMs = 8 * latencyMs;
/** Messages of a thousand ids that wait for each worker: more than it can send. */
const messagesOfWorker = 14;

/** Where the processes are, and what stands behind them. */
interface Bench {
  place: Place;
  lab: Awaited<ReturnType<typeof startLab>>;
  /** How many notifications reached devices. */
  arrived: () => number;
  start: (role: Role, count: number) => Promise<ServerProcess[]>;
}

/**
 * Measures what processes share: whether four of them together keep to a service's rate limit and
 * count all of a provider's quota, and what each further worker adds. Prints a table, and the
 * figures as JSON.
 *
 * @returns what is off by more than 2 %, or less than 0.9 of a worker
 */
export async function runScaling(): Promise<readonly string[]> {
  const postgres = await temporaryPostgres();
  const { path: folder, remove } = temporaryFolder("clarion-scaling");
  const place = { DATA_DIR: folder, DATABASE_URL: postgres.url };
  let count = 0;
  const onArrival = () => void (count += 1);
  const lab = await startLab({ dataDir: folder, ports: 0, lean: true, onArrival });
  const start = async (role: Role, processes: number) => {
    const servers = await Promise.all(
      Array.from({ length: processes }, async () => {
        const port = await freePort();
        const own = { ...place, DATA_DIR: join(folder, `${role}-${port}`) };
        return new ServerProcess(port, role, own);
      }),
    );
    await Promise.all(servers.map((server) => server.start()));
    return servers;
  };
  const bench = { place, lab, start, arrived: () => count };
  try {
    await prepare(place, lab);
    const limit = await measureRateLimit(bench);
    const quota = await measureQuota(bench, limit.accepted);
    const rates = await measureWorkers(bench);
    return review(limit.ratio, quota, rates);
  } finally {
    await lab.stop();
    remove();
    await postgres.stop();
  }
}

function review(rateLimit: number, quota: number, rates: readonly number[]): string[] {
  const [first = 0] = rates;
  const added = rates.map((rate, n) => (rate - (rates[n - 1] ?? 0)) / first);
  const rounded = (value: number) => Number(value.toFixed(3));
  const ratios = { rateLimit, quota, fourthWorker: added[mostWorkers - 1] ?? 0 };
  for (const [n, rate] of rates.entries())
    process.stdout.write(
      `${n + 1} workers: ${rate.toFixed(0)} deliveries/s, the last one added ${(added[n] ?? 0).toFixed(2)} of the first\n`,
    );
  process.stdout.write(
    `${JSON.stringify({
      bench: "workers",
      ratios: Object.fromEntries(
        Object.entries(ratios).map(([name, value]) => [name, rounded(value)]),
      ),
    })}\n`,
  );
  const wrong: Record<string, boolean> = {
    "the rate limit is off by more than 2 %": Math.abs(rateLimit - 1) > 0.02,
    "the use of the quota is off by more than 2 %": Math.abs(quota - 1) > 0.02,
    "a fourth worker adds less than 0.9 of one": ratios.fourthWorker < 0.9,
  };
  return Object.entries(wrong).flatMap(([what, isWrong]) => (isWrong ? [what] : []));
}

/**
 * Has four processes accept as many requests as they can, and compares what they accepted with the
 * rate of the service. The workers deliver it later.
 */
async function measureRateLimit(bench: Bench): Promise<{ accepted: number; ratio: number }> {
  await setRate(bench, allowedRate);
  const servers = await bench.start("api", 4);
  const bodies = devicesOf(bench, idsOfRequest);
  let [accepted, refused] = [0, 0];
  const from = performance.now();
  let last = from;
  const until = from + rateSeconds * 1_000;
  const client = async (origin: string) => {
    while (performance.now() < until)
      if (await post(origin, bodies)) {
        accepted += idsOfRequest;
        last = performance.now();
      } else refused += 1;
  };
  await Promise.all(
    servers.flatMap(({ origin }) => Array.from({ length: 6 }, () => client(origin))),
  );
  await Promise.all(servers.map((server) => server.kill()));
  await setRate(bench, null);
  const ratio = (accepted - burstSeconds * allowedRate) / (allowedRate * ((last - from) / 1_000));
  process.stdout.write(
    `rate limit of ${allowedRate} ids/s over four processes: ${accepted} accepted in ${((last - from) / 1_000).toFixed(1)} s, ${(ratio * 100).toFixed(1)} % of what is allowed, ${refused} requests refused\n`,
  );
  // A machine too busy to ask for more than is allowed shows nothing.
  if (refused === 0) throw new Error("The rate limit was never reached: the machine is too busy.");
  return { accepted, ratio };
}

/** Has four workers deliver what was accepted, and compares the counted use with the provider's. */
async function measureQuota(bench: Bench, total: number): Promise<number> {
  const servers = await bench.start("worker", mostWorkers);
  while (bench.arrived() < total) await pause(100);
  // What was counted is written at the stop at the latest.
  await Promise.all(servers.map((server) => server.stop()));
  const [row] = await lookInto(bench.place, (database) =>
    database.query<{ requests: number }>(
      "SELECT coalesce(sum(requests), 0)::float8 AS requests FROM quota_use",
    ),
  );
  const { accepted } = bench.lab.counts().fcm;
  const ratio = (row?.requests ?? 0) / accepted;
  process.stdout.write(
    `use of the quota by ${mostWorkers} workers: ${row?.requests} counted, ${accepted} answered by the provider\n`,
  );
  return ratio;
}

/** The rates with one worker to four, in deliveries a second. */
async function measureWorkers(bench: Bench): Promise<number[]> {
  const rates: number[] = [];
  bench.lab.faults.set({ fcm: { latencyMs } });
  const body = devicesOf(bench, 1_000);
  for (let count = 1; count <= mostWorkers; count += 1) {
    const [door] = await bench.start("api", 1);
    for (let n = 0; n < count * messagesOfWorker; n += 1) await post(door?.origin ?? "", body);
    await door?.kill();
    const atStart = bench.arrived();
    const servers = await bench.start("worker", count);
    while (bench.arrived() - atStart < count * firstRound) await pause(100);
    await pause(2 * latencyMs);
    const [before, from] = [bench.arrived(), performance.now()];
    await pause(measuredMs);
    rates.push((bench.arrived() - before) / ((performance.now() - from) / 1_000));
    await Promise.all(servers.map((server) => server.kill()));
    await lookInto(bench.place, (database) =>
      database.script('TRUNCATE message, delivery, "update", update_slice, job CASCADE'),
    );
  }
  bench.lab.faults.set({});
  return rates;
}

function setRate({ place }: Bench, rate: number | null): Promise<unknown> {
  return lookInto(place, (database) =>
    database.query("UPDATE service SET ids_per_second = $1", [rate]),
  );
}

/** A request to so many devices. */
function devicesOf({ lab }: Bench, count: number): string {
  const ids = lab.addDevices("android", count).map(({ pushId }) => pushId);
  return JSON.stringify({
    deliverychannel: "push",
    appid: "sandbox",
    destination: [{ android_pushid: ids }],
    channels: { push: { android: { text: "One of many" } } },
  });
}

/** Returns whether it was accepted; false for the rate limit. Throws for any other refusal. */
async function post(origin: string, body: string): Promise<boolean> {
  const answer = await fetch(`${origin}/resources/v1/messaging`, {
    method: "POST",
    headers: { key: serviceKey },
    body,
  });
  const text = await answer.text();
  if (!answer.ok && answer.status !== 429) throw new Error(text);
  return answer.ok;
}
