import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { config } from "@/lib/config/config";
import { openDatabase } from "@/lib/database/open";
import { serviceOfKey } from "@/lib/directory/service/find";
import { acceptRequest } from "@/lib/dispatch/accept";
import { startWorker } from "@/lib/dispatch/worker";
import type { LabDevice } from "@/lib/lab/devices";
import type { Lab } from "@/lib/lab/lab";
import { messageStatus } from "@/lib/results/status";
import { listenToOthers } from "@/lib/work/wake";
import { seedSandbox } from "@/prisma/seed";
import { temporaryFolder } from "../tools/ending.mjs";

/**
 * Measures the cost of a delivery and the memory of the process, from the first ten thousand rows
 * of the log to a million: requests of 1,000 ids to Huawei devices on PostgreSQL, accepted as fast
 * as possible and delivered meanwhile. Run: `npm run bench:scale`; `-- --total=100000` for a
 * short one.
 */
const total = Number(
  process.argv.find((argument) => argument.startsWith("--total="))?.slice(8) ?? 1_000_000,
);
const perRequest = 1_000;
const devices = 10_000;
const marks = [10_000, 100_000, 300_000, 1_000_000].filter((mark) => mark <= total);
const key = "sk_bench_scale_00000000001";

const ratios: Record<string, number> = {};
let firstRate: number | undefined;

const { path: folder, remove } = temporaryFolder("clarion-bench");
const child = fork("bench/lab-process.ts", [folder, "hms", String(devices)], {
  execArgv: ["--import", "tsx"],
  env: { ...process.env, LOG_LEVEL: "fatal", DATA_DIR: folder },
});
const lab = await answer<
  Pick<Lab, "accounts" | "addresses"> & { devices: LabDevice[]; targets: LabDevice[] }
>(child);
const opened = await openDatabase({ ...config(), DATA_DIR: folder }, process.cwd());
await listenToOthers();
await seedSandbox(opened, lab, key);
await opened.query("UPDATE service SET size_rule = 'message'");
const service = await serviceOfKey(key);
if (!service) throw new Error("no service");
const stopWorker = await startWorker({ journals: join(folder, "answers") });
const bodies = Array.from({ length: devices / perRequest }, (_, n) =>
  Buffer.from(
    JSON.stringify({
      deliverychannel: "push",
      appid: "sandbox",
      destination: [
        {
          hms_pushid: lab.targets
            .slice(n * perRequest, (n + 1) * perRequest)
            .map(({ pushId }) => pushId),
        },
      ],
      channels: {
        push: { android: { title: "Order shipped", text: "Your order left our house today." } },
      },
    }),
  ),
);

let done = 0;
let from = performance.now();
let lastTransid = "";
for (const mark of marks) {
  const begun = done;
  while (done < mark) {
    const reply = await acceptRequest({
      service,
      source: "api",
      bytes: bodies[(done / perRequest) % bodies.length] as Buffer,
    });
    if (!reply.ok) throw new Error(JSON.stringify(reply.problems));
    lastTransid = reply.transid;
    done += perRequest;
    // As a sender with a bounded queue does: so many requests wait at most.
    while ((await open()) > 50) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  while ((await open()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  const seconds = (performance.now() - from) / 1_000;
  (globalThis as { gc?: () => void }).gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const looked = performance.now();
  await messageStatus(
    { actor: { kind: "job", name: "bench" } },
    { transid: lastTransid, limit: "100" },
  );
  const look = performance.now() - looked;
  const rate = (done - begun) / seconds;
  firstRate ??= rate;
  ratios[`${mark} rows, rate to that at the first mark`] = Number((rate / firstRate).toFixed(2));
  process.stdout.write(
    `${mark.toLocaleString("en").padStart(9)} rows   ${rate.toFixed(0).padStart(6)} deliveries/s   ${mb(rss)} MB resident, ${mb(heapUsed)} MB of it live objects   status page ${look.toFixed(1)} ms\n`,
  );
  from = performance.now();
}
process.stdout.write(`${JSON.stringify({ bench: "scale", ratios })}\n`);
child.send("arrived?");
const { arrived } = await answer<{ arrived: number }>(child);
if (arrived !== done) process.stdout.write(`VOID: ${arrived} of ${done} arrived\n`);
await stopWorker();
remove();
process.exit(arrived === done ? 0 : 1);

/** Messages that are not done. */
async function open(): Promise<number> {
  const [row] = await opened.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM message WHERE state <> 'done'",
  );
  return row?.n ?? 0;
}

function answer<T>(from: ChildProcess): Promise<T> {
  return new Promise((resolve) => from.once("message", (message) => resolve(message as T)));
}

function mb(bytes: number): string {
  return (bytes / 1_048_576).toFixed(0).padStart(5);
}
