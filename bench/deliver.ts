import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { config } from "@/lib/config/config";
import { openDatabase } from "@/lib/database/open";
import { database, setDatabase, type Database } from "@/lib/database/sql";
import { findApp } from "@/lib/directory/app/find";
import { serviceOfKey } from "@/lib/directory/service/find";
import { acceptRequest } from "@/lib/dispatch/accept";
import { loadMessages, UnreadableMessageError } from "@/lib/dispatch/message";
import { payloadContext } from "@/lib/dispatch/message";
import { startWorker } from "@/lib/dispatch/worker";
import { providerOf, type DeviceKind } from "@/lib/interface/device-kinds";
import type { LabDevice } from "@/lib/lab/devices";
import type { Lab } from "@/lib/lab/lab";
import { build } from "@/lib/payload/build";
import type { Target } from "@/lib/providers/provider";
import { openProvider } from "@/lib/providers/registry";
import { outcomesOf } from "@/lib/providers/testing";
import { listenToOthers } from "@/lib/work/wake";
import { seedSandbox } from "@/prisma/seed";
import { temporaryFolder } from "../tools/ending.mjs";
import { bareInsertRate, leastRate } from "./least";

/**
 * Deliveries per second end to end (accepted, expanded, sent, stored) for each provider, compared
 * with the provider's adapter alone firing the same payload at the same lab: what the database and
 * the pipeline cost. Huawei, which takes a thousand tokens a call, is compared with a bare bulk
 * insert of the same rows. `limits` are the same ratios of the smallest program that stores what it
 * sends: what an engine can reach on these cores. Measures too what storing costs for 1,000 pushes
 * at full load: transactions, rows written more than once, and write-ahead log compared with the
 * rows and indexes. Run: `npm run bench:deliver`; `-- --only=ios`, `-- --total=40000`. The lab is a
 * process of its own.
 */
const total = Number(
  process.argv.find((argument) => argument.startsWith("--total="))?.slice(8) ?? 16_000,
);
const perRequest = 1_000;
/** How often each device is sent to, in requests that come at once, while writes are counted. */
const turnsOfWrites = 3;
/** Devices that are sent to before anything is measured: code is compiled by then. */
const warmUp = 1_000;
const key = "sk_bench_deliver_000000001";

const ratios: Record<string, number> = {};
const limits: Record<string, number> = {};
const writes: Record<string, object> = {};
/** Transactions of this benchmark's own. */
let looks = 0;
const only = process.argv.find((argument) => argument.startsWith("--only="))?.slice(7);
for (const kind of ["android", "hms", "ios", "chrome"] as const)
  if (only === undefined || only === kind) await measure(kind);
process.stdout.write(`${JSON.stringify({ bench: "deliver", ratios, limits, writes })}\n`);
process.exit(0);

async function measure(kind: DeviceKind): Promise<void> {
  const { path: folder, remove } = temporaryFolder("clarion-bench");
  const child = fork("bench/lab-process.ts", [folder, kind, String(total)], {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, LOG_LEVEL: "fatal", DATA_DIR: folder },
  });
  const lab = await answer<
    Pick<Lab, "accounts" | "addresses"> & { devices: LabDevice[]; targets: LabDevice[] }
  >(child);
  const opened = await openDatabase({ ...config(), DATA_DIR: folder }, process.cwd());
  await opened.query('TRUNCATE service, message, delivery, "update" CASCADE');
  const quiet = await listenToOthers();
  await seedSandbox(opened, lab, key);
  await opened.query("UPDATE service SET size_rule = 'message'");
  const service = await serviceOfKey(key);
  if (!service) throw new Error("no service");

  // A third of the devices each, so that no run sees what another has sent to: the adapter alone,
  // the engine, and the least program.
  const block = kind === "ios" ? "ios" : kind === "chrome" ? "web" : "android";
  const push = {
    [block]: {
      title: "Order shipped",
      text: "Your order left our house today.",
      ...(block === "web" ? { platform_types: ["chrome"] } : {}),
    },
  };
  const stopWorker = await startWorker({ journals: join(folder, "answers") });
  const accept = async (targets: readonly LabDevice[]) =>
    (
      await acceptRequest({
        service,
        source: "api",
        bytes: Buffer.from(
          JSON.stringify({
            deliverychannel: "push",
            appid: "sandbox",
            destination: [
              {
                [`${kind}_pushid`]: targets.map(destinationOf),
              },
            ],
            channels: { push },
          }),
        ),
      })
    ).transid;
  const warm = await accept(lab.targets.slice(0, warmUp));
  const message = (await loadMessages(opened, [warm])).get(warm);
  if (!message || message instanceof UnreadableMessageError) throw new Error("no message");
  const request = build(message.effective, kind, payloadContext(message, Date.now()));
  if (!request || !(await findApp(message.app.id))) throw new Error("no payload");
  await settled(warm, warmUp);
  const provider = openProvider(providerOf(kind), lab.accounts[providerOf(kind)], lab.addresses);
  const third = Math.floor((total - warmUp) / 3);
  const alone = lab.targets.slice(warmUp, warmUp + third);
  const started = performance.now();
  for (let at = 0; at < alone.length; at += perRequest)
    await outcomesOf(provider, {
      request,
      targets: alone.slice(at, at + perRequest).map(targetOf),
    });
  const limit = alone.length / ((performance.now() - started) / 1_000);

  const own = lab.targets.slice(warmUp + third, warmUp + 2 * third);
  const parts = Array.from({ length: Math.ceil(own.length / perRequest) }, (_, n) =>
    own.slice(n * perRequest, (n + 1) * perRequest),
  );
  const from = performance.now();
  const transids: [string, number][] = [];
  for (const part of parts) transids.push([await accept(part), part.length]);
  for (const [transid, count] of transids) await settled(transid, count);
  const rate = own.length / ((performance.now() - from) / 1_000);
  const idle = await readWrites(opened);
  const before = await readWrites(opened);
  const looksBefore = looks;
  const again = Array.from({ length: turnsOfWrites }, () => parts).flat();
  await Promise.all(again.map(async (part) => settled(await accept(part), part.length)));
  const ownLooks = looks - looksBefore;
  const after = await readWrites(opened);
  await stopWorker();
  // A process that has nothing to do looks for work, too.
  const perMs = (before.transactions - idle.transactions) / (before.at - idle.at);
  const others = ownLooks + perMs * (after.at - before.at);
  const pushes = own.length * turnsOfWrites;
  const perThousand = (count: number) => Number(((count / pushes) * 1_000).toFixed(1));
  writes[providerOf(kind)] = {
    transactions: perThousand(after.transactions - before.transactions - others),
    rewritten: perThousand(after.rewritten - before.rewritten),
    logOfBytes: Number(((after.log - before.log) / (after.bytes - before.bytes)).toFixed(2)),
  };
  const rest = lab.targets.slice(warmUp + 2 * third);
  const least = await leastRate(opened, {
    provider,
    request,
    message,
    kind,
    destinations: rest.map(destinationOf),
    targets: rest.map(targetOf),
  });
  await provider.close();
  child.send("arrived?");
  const { arrived } = await answer<{ arrived: number }>(child);
  const expected = total + pushes;
  const right = arrived === expected ? "" : `   VOID: ${arrived} of ${expected} arrived`;
  const inserts = kind === "hms" ? await bareInsertRate(opened) : undefined;
  const of = inserts ?? limit;
  ratios[providerOf(kind)] = Number((rate / of).toFixed(2));
  limits[providerOf(kind)] = Number((least / of).toFixed(2));
  const perSecond = (count: number) => `${count.toFixed(0).padStart(7)} /s`;
  process.stdout.write(
    `${kind.padEnd(9)}${perSecond(rate)}   adapter alone ${perSecond(limit)}   least program ${perSecond(least)}${inserts === undefined ? "" : `   bare insert ${perSecond(inserts)}`}   ${JSON.stringify(writes[providerOf(kind)])}${right}\n`,
  );
  await quiet();
  setDatabase(undefined);
  await opened.close();
  child.disconnect();
  remove();
}

/**
 * What was written until a moment: transactions, rows of deliveries that were written again, bytes
 * of the write-ahead log, and bytes of the tables with their indexes.
 */
async function readWrites(sql: Database) {
  // A connection that is idle reports what it did after ten seconds at most.
  await new Promise((resolve) => setTimeout(resolve, 11_000));
  const [row] = await sql.query<{
    transactions: number;
    rewritten: number;
    log: number;
    bytes: number;
  }>(
    `SELECT (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database())::float8 AS transactions,
       (SELECT sum(n_tup_upd + n_tup_del) FROM pg_stat_user_tables WHERE relid IN (SELECT relid FROM pg_partition_tree('delivery')))::float8 AS rewritten,
       (pg_current_wal_lsn() - '0/0')::float8 AS log,
       (SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relname ~ '^(message|delivery|update|device)(_first|_[0-9]{8})?$')::float8 AS bytes`,
  );
  if (!row) throw new Error("no statistics");
  return { ...row, at: performance.now() };
}

/** How a request names a device. */
function destinationOf({ pushId, subscription }: LabDevice): string {
  return subscription ? JSON.stringify(subscription) : pushId;
}

function targetOf({ pushId, subscription }: LabDevice): Target {
  return {
    deliveryId: crypto.randomUUID(),
    pushid: pushId,
    ...(subscription ? { subscription } : {}),
  };
}

async function settled(transid: string, count: number): Promise<void> {
  for (;;) {
    looks += 1;
    const [row] = await database().query<{ n: number }>(
      "SELECT count(*)::int AS n FROM delivery WHERE message_id = $1 AND state <> 'queued'",
      [transid],
    );
    if (row?.n === count) return;
    // A look takes time of the thread and the database that are measured.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function answer<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve) => child.once("message", (message) => resolve(message as T)));
}
