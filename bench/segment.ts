import { performance } from "node:perf_hooks";
import { testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import { countRule } from "@/lib/directory/segment/count";
import { estimateRule } from "@/lib/directory/segment/estimate";
import { funnelOfRule } from "@/lib/directory/segment/funnel";
import { samplesOfRule } from "@/lib/directory/segment/samples";
import type { Change } from "@/lib/dispatch/change";
import { record } from "@/lib/dispatch/record";
import { updateCodes } from "@/lib/interface/codes";
import { openBenchDatabase } from "./database";
import { fillResults } from "./results-fill";
import { fillUsers } from "./segment-fill";

/**
 * How long exact counts, funnels, samples and estimates of segments take over a service with so
 * many users and deliveries, in milliseconds; then what recording costs with the activity of users
 * and without it, in turns. Run: `npm run bench:segment`;
 * `-- --users=1000000 --deliveries=10000000` for a long one.
 */
const [users, deliveries] = [argument("users", 100_000), argument("deliveries", 500_000)];
const rounds = argument("rounds", 5);
/** The bounds, milliseconds. */
const [exactAim, estimateAim] = [2_000, 50];
const perGroup = 1_000;
const groups = 40;

const as = { actor: testOwner() };
const database = await openBenchDatabase();
let began = performance.now();
const { serviceId, appId, campaignIds } = await fillResults(database, deliveries);
say(`${deliveries.toLocaleString("en")} deliveries stored`);
const listId = await fillUsers(database, { serviceId, appId, users });
say(`${users.toLocaleString("en")} users stored, with what became of messages to them`);
await database.script("VACUUM ANALYZE");
say("and vacuumed");

const [campaign = ""] = campaignIds;
const rules: Readonly<Record<string, object>> = {
  "an attribute": { field: "attribute.plan", op: "is", value: "gold" },
  "three attributes": {
    all: [
      { field: "attribute.plan", op: "is", value: "gold" },
      { field: "attribute.age", op: "gte", value: 30 },
      { field: "attribute.born", op: "before", value: "1990-01-01" },
    ],
  },
  "a platform": { field: "platform", op: "is", value: "ios" },
  "more than one device": { field: "devices", op: "gt", value: 1 },
  "a list": { field: "list", op: "is", value: listId },
  "not in a list": { field: "list", op: "isNot", value: listId },
  "was sent anything": { did: "sent" },
  "read nothing for 30 days": { didNot: "read", within: "P30D" },
  "iOS, Berlin, read nothing": {
    all: [
      { field: "platform", op: "is", value: "ios" },
      { field: "timezone", op: "is", value: "Europe/Berlin" },
      { didNot: "read", within: "P30D" },
    ],
  },
  "sent a campaign, not read": {
    all: [
      { did: "sent", campaign },
      { didNot: "read", campaign },
    ],
  },
};

process.stdout.write(
  `${"".padEnd(28)}   users      count  funnel samples estimate p95 (ms)  of it\n`,
);
const slowest = { exact: 0, estimate: 0 };
for (const [name, rule] of Object.entries(rules)) {
  const input = { serviceId, rule };
  const { users: exact } = await countRule(as, input);
  const count = await median(() => countRule(as, input));
  const funnel = await median(() => funnelOfRule(as, input));
  const samples = await median(() => samplesOfRule(as, input));
  let estimate = 0;
  const p95 = await percentile(20, async () => {
    estimate = (await estimateRule(as, input)).users;
  });
  slowest.exact = Math.max(slowest.exact, count);
  slowest.estimate = Math.max(slowest.estimate, p95);
  process.stdout.write(
    `${name.padEnd(28)} ${String(exact).padStart(7)} ${[count, funnel, samples, p95].map((ms) => ms.toFixed(1).padStart(9)).join(" ")}  ${estimate}\n`,
  );
}

const cost = await recordingCost();
const [size] = await database.query<{ rows: number; mb: number }>(
  `SELECT (SELECT count(*) FROM activity_bitmap)::int AS rows, (pg_total_relation_size('activity_bitmap') / 1048576)::int AS mb`,
);
process.stdout.write(`activity: ${size?.rows ?? 0} rows, ${size?.mb ?? 0} MB\n`);
await database.close();
const ratio = (value: number) => Number(value.toFixed(2));
process.stdout.write(
  `${JSON.stringify({
    bench: "segment",
    ratios: {
      "slowest exact count to 2 s": ratio(slowest.exact / exactAim),
      "slowest p95 of an estimate to 50 ms": ratio(slowest.estimate / estimateAim),
      "recording with activity to without": ratio(cost),
    },
  })}\n`,
);

/**
 * Records first outcomes of deliveries to users, and of as many to the same devices by their push
 * ids, of which no activity is stored.
 */
async function recordingCost(): Promise<number> {
  const times = { userid: 0, ios_pushid: 0 };
  const warm = 4;
  for (let turn = 0; turn < groups; turn += 1)
    for (const type of turn % 2 === 0
      ? (["userid", "ios_pushid"] as const)
      : (["ios_pushid", "userid"] as const)) {
      const transid = newId();
      await database.query(
        `INSERT INTO message (id, service_id, app_id, campaign_id, source, request, effective_hash, accepted_at) VALUES ($1, $2, $3, $4, 'console', ''::bytea, ''::bytea, now())`,
        [transid, serviceId, appId, campaign],
      );
      const changes = Array.from({ length: perGroup }, (_, n) => firstChange(transid, type, n));
      const from = performance.now();
      await database.transaction((tx) => record(tx, changes));
      if (turn >= warm) times[type] += performance.now() - from;
    }
  const recorded = (groups - warm) * perGroup;
  for (const [type, ms] of Object.entries(times))
    process.stdout.write(`recording by ${type}: ${Math.round((recorded / ms) * 1_000)} a second\n`);
  return times.userid / times.ios_pushid;
}

function firstChange(transid: string, type: "userid" | "ios_pushid", n: number): Change {
  const id = newId();
  const user = `user ${Math.floor(Math.random() * users)}`;
  return {
    messageId: transid,
    deliveryId: id,
    at: new Date(),
    attempted: true,
    to: "submitted",
    code: "7501",
    description: updateCodes["7501"],
    delivery: {
      messageId: transid,
      id,
      serviceId,
      appId,
      target: `${id} ${n}`,
      deviceId: null,
      kind: "ios",
      destination: user,
      destinationWritten: null,
      destinationType: type,
      pushid: id,
      deviceid: "",
      language: "",
      correlationid: "",
      priority: 1,
      queuedAt: new Date(),
    },
  };
}

async function median(run: () => Promise<unknown>): Promise<number> {
  return (await timesOf(rounds, run))[Math.floor(rounds / 2)] ?? 0;
}

async function percentile(turns: number, run: () => Promise<unknown>): Promise<number> {
  return (await timesOf(turns, run))[Math.ceil(turns * 0.95) - 1] ?? 0;
}

async function timesOf(turns: number, run: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const from = performance.now();
    await run();
    times.push(performance.now() - from);
  }
  return times.toSorted((one, other) => one - other);
}

function say(what: string): void {
  process.stdout.write(`${what} (${((performance.now() - began) / 1_000).toFixed(1)} s)\n`);
  began = performance.now();
}

function argument(name: string, otherwise: number): number {
  const text = process.argv.find((one) => one.startsWith(`--${name}=`));
  return text === undefined ? otherwise : Number(text.slice(name.length + 3));
}
