import { performance } from "node:perf_hooks";
import { testOwner } from "@/lib/auth/testing";
import type { Change } from "@/lib/dispatch/change";
import { foldRollups, startFolding } from "@/lib/dispatch/fold-rollups";
import { record } from "@/lib/dispatch/record";
import { updateCodes } from "@/lib/interface/codes";
import { listCampaigns } from "@/lib/results/campaign-list";
import { campaignOrders } from "@/lib/results/campaign-orders";
import { listRecipients } from "@/lib/results/campaign-recipients";
import { compareCampaign } from "@/lib/results/compare-campaign";
import { listFailures } from "@/lib/results/failures";
import { needsAttention } from "@/lib/results/needs-attention";
import { overview } from "@/lib/results/overview";
import { readOwnApp } from "@/lib/results/own-app";
import { readCampaign } from "@/lib/results/read-campaign";
import { listDeliveries } from "@/lib/results/read-deliveries";
import { listMessages, listRequests, readMessage } from "@/lib/results/read-messages";
import { messageStatus } from "@/lib/results/status";
import { fillRollups, rollupDifferences } from "@/lib/results/testing";
import { openBenchDatabase } from "./database";
import { fillResults, type FilledResults } from "./results-fill";

/**
 * How long the views behind pages take on the server, with so many deliveries of a month in one
 * service: medians and 95th percentiles in milliseconds, before and after random late changes. The
 * roll-ups are then compared with a recount. Run: `npm run bench:results`;
 * `-- --deliveries=10000000 --changes=1000000` for a long one.
 */
const rounds = 20;
const [deliveries, changes] = [argument("deliveries", 200_000), argument("changes", 20_000)];
const atOnce = 4;
const perGroup = 1_000;
/** The bound of a page, milliseconds. */
const aim = 100;

type View = (n: number) => Promise<unknown>;

function views({ serviceId, campaignIds, transids }: FilledResults): Record<string, View> {
  const as = { actor: testOwner() };
  const [large = ""] = campaignIds;
  const transid = (n: number) => transids[n % transids.length] ?? "";
  return {
    "Home, 24 hours": () => overview(as, { serviceId, range: "24h" }),
    "Home, 7 days": () => overview(as, { serviceId, range: "7d" }),
    "Home, 30 days": () => overview(as, { serviceId, range: "30d" }),
    "Home, needs attention": () => needsAttention(as, { serviceId }),
    "not delivered": () => listFailures(as, { serviceId }),
    messages: () => listMessages(as, { serviceId }),
    "messages with failures": () => listMessages(as, { serviceId, failures: true }),
    "messages found by a word": () => listMessages(as, { serviceId, text: "shipped" }),
    "messages to a recipient": (n) => listMessages(as, { serviceId, recipient: `user ${n * 977}` }),
    message: (n) => readMessage(as, { transid: transid(n) }),
    "its deliveries": (n) => listDeliveries(as, { transid: transid(n) }),
    "its failed deliveries": (n) => listDeliveries(as, { transid: transid(n), state: "failed" }),
    "status for programs": (n) => messageStatus(as, { transid: transid(n) }),
    campaigns: () => listCampaigns(as, { serviceId }),
    "largest campaign": () => readCampaign(as, { id: large, breakdown: true }),
    "its orders": () => campaignOrders(as, { id: large }),
    "its requests": () => listRequests(as, { campaignId: large }),
    "its recipients": () => listRecipients(as, { id: large }),
    "its expired recipients": () => listRecipients(as, { id: large, state: "expired" }),
    "its queued recipients": () => listRecipients(as, { id: large, state: "queued" }),
    "campaigns before it": () => compareCampaign(as, { id: large }),
    "first steps of an app": () => readOwnApp(as, { serviceId }),
  };
}

const database = await openBenchDatabase();
let began = performance.now();
const filled = await fillResults(database, deliveries);
say(`${deliveries.toLocaleString("en")} deliveries stored`);
await fillRollups(database);
say("and counted by the migration");
await database.script("VACUUM ANALYZE");
say("and vacuumed");
const slowest = [await measure("at rest")];
const stopFolding = startFolding();
await Promise.all(
  Array.from({ length: atOnce }, (_, worker) => changeLate(worker, changes / atOnce)),
);
await stopFolding();
say(`${changes.toLocaleString("en")} random late changes recorded`);
slowest.push(await measure("after late changes"));
await foldRollups();
const { ofMessages, ofAll } = await rollupDifferences(database);
say(`recounted: ${ofMessages} figures of messages and ${ofAll} others differ`);
const [size] = await database.query<{ rows: number; mb: number; log: number }>(
  `SELECT (SELECT count(*) FROM rollup)::int AS rows, ((pg_total_relation_size('rollup') + pg_total_relation_size('rollup_delta')) / 1048576)::int AS mb,
     (pg_total_relation_size('message_rollup') / 1048576)::int AS log`,
);
process.stdout.write(
  `roll-ups: ${size?.rows ?? 0} rows, ${size?.mb ?? 0} MB; of messages ${size?.log ?? 0} MB\n`,
);
await database.close();
process.stdout.write(
  `${JSON.stringify({ bench: "results", ratios: { "slowest p95 to 100 ms": Number((Math.max(...slowest) / aim).toFixed(2)) } })}\n`,
);
process.exit(ofMessages + ofAll === 0 ? 0 : 1);

/** @returns the 95th percentile of the slowest view */
async function measure(when: string): Promise<number> {
  process.stdout.write(`${when.padEnd(26)}  median      p95 (ms)\n`);
  let most = 0;
  for (const [name, read] of Object.entries(views(filled))) {
    const times: number[] = [];
    for (let turn = 0; turn < rounds; turn += 1) {
      const from = performance.now();
      await read(turn);
      times.push(performance.now() - from);
    }
    times.sort((one, other) => one - other);
    const [median, p95] = [0.5, 0.95].map((share) => times[Math.ceil(share * rounds) - 1] ?? 0);
    most = Math.max(most, p95 ?? 0);
    process.stdout.write(
      `${name.padEnd(26)} ${(median ?? 0).toFixed(1).padStart(7)}  ${(p95 ?? 0).toFixed(1).padStart(7)}\n`,
    );
  }
  return most;
}

/** Records receipts and outcomes of random deliveries. */
async function changeLate(worker: number, count: number): Promise<void> {
  const outcomes = ["delivered", "read", "failed"] as const;
  const codes = { delivered: "7500", read: "7502", failed: "7404" } as const;
  for (let done = 0; done < count; done += perGroup) {
    const n = (done / perGroup) * atOnce + worker;
    const rows = await database.query<{ messageId: string; deliveryId: string }>(
      `SELECT message_id AS "messageId", id AS "deliveryId" FROM delivery WHERE message_id = $1 ORDER BY random() LIMIT ${perGroup}`,
      [filled.transids[n % filled.transids.length] ?? ""],
    );
    const group = rows.map((row, place): Change => {
      const to = outcomes[Math.floor(Math.random() * outcomes.length)] ?? "read";
      const code = codes[to];
      return {
        ...row,
        to,
        code,
        description: updateCodes[code],
        at: new Date(Date.now() - Math.random() * 86_400_000),
        attempted: false,
        ...(to === "read" && place % 2 === 0 ? { button: `button ${place % 5}` } : {}),
      };
    });
    await database.transaction((tx) => record(tx, group));
  }
}

function say(what: string): void {
  process.stdout.write(`${what} (${((performance.now() - began) / 1_000).toFixed(1)} s)\n`);
  began = performance.now();
}

function argument(name: string, otherwise: number): number {
  const text = process.argv.find((one) => one.startsWith(`--${name}=`));
  return text === undefined ? otherwise : Number(text.slice(name.length + 3));
}
