import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { temporaryPostgres } from "../tools/postgres.mjs";

/**
 * On an idle system, one request at a time: from sending the request to 1001, to the provider's having it, and to the notify URL's having heard Submitted.
 * And updates per second: a request to 1,000 devices a time, heard by a receiver that answers at once. Run: `npm run bench:latency`.
 */
process.env["NOTIFY_ALLOW"] = "127.0.0.1";
process.env["LOG_LEVEL"] = "fatal";
const { config } = await import("@/lib/config/config");
const { openDatabase } = await import("@/lib/database/open");
const { setDatabase } = await import("@/lib/database/sql");
const { serviceOfKey } = await import("@/lib/directory/service/find");
const { acceptRequest } = await import("@/lib/dispatch/accept");
const { expandJob } = await import("@/lib/dispatch/jobs");
const { startWorker } = await import("@/lib/dispatch/worker");
const { startLab } = await import("@/lib/lab/lab");
const { closeQueue, openQueue } = await import("@/lib/queue/queue");
const { startUpdates } = await import("@/lib/updates/send");
const { seedSandbox } = await import("@/prisma/seed");

const key = "sk_bench_latency_000000001";
const rounds = 200;
const updates = 10_000;

let onUpdate: (() => void) | undefined;
const receiver = createServer((request, response) => {
  request.resume().on("end", () => {
    response.end();
    onUpdate?.();
  });
});
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
const notifyurl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

for (const place of ["embedded", "PostgreSQL"] as const) {
  const postgres = place === "PostgreSQL" ? await temporaryPostgres() : undefined;
  if (place === "PostgreSQL" && !postgres) {
    process.stdout.write("PostgreSQL: none could be started, SKIPPED\n");
    continue;
  }
  await measure(place, postgres?.url);
  await postgres?.stop();
}
process.exit(0);

async function measure(place: string, url: string | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "clarion-bench-"));
  const lab = await startLab({ dataDir: folder, ports: 0, lean: true });
  const database = await openDatabase(
    { ...config(), DATA_DIR: folder, ...(url === undefined ? {} : { DATABASE_URL: url }) },
    process.cwd(),
  );
  await openQueue(database, [expandJob as never]);
  await seedSandbox(database, lab, key);
  await database.query("UPDATE service SET size_rule = 'message'");
  const service = await serviceOfKey(key);
  if (!service) throw new Error("no service");
  const stopWorker = await startWorker();
  const sender = startUpdates();
  const accept = async (ids: readonly string[]) => {
    const reply = await acceptRequest({
      service,
      source: "api",
      bytes: Buffer.from(
        JSON.stringify({
          deliverychannel: "push",
          appid: "sandbox",
          notifyurl,
          destination: [{ android_pushid: ids }],
          channels: { push: { android: { title: "Order shipped", text: "Your order left our house today." } } },
        }),
      ),
    });
    if (!reply.ok) throw new Error(JSON.stringify(reply.problems));
    return reply.transid;
  };
  const targets = lab.addDevices("android", updates).map(({ pushId }) => pushId);

  const times = { accepted: [] as number[], provider: [] as number[], told: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const told = new Promise<number>((resolve) => (onUpdate = () => resolve(performance.now())));
    const from = performance.now();
    const transid = await accept([targets[round % 10] ?? ""]);
    times.accepted.push(performance.now() - from);
    while (!lab.arrivals.has(transid)) await new Promise((resolve) => setImmediate(resolve));
    times.provider.push(performance.now() - from);
    times.told.push((await told) - from);
  }
  const at = (list: number[], share: number) =>
    (list.toSorted((a, b) => a - b)[Math.floor(list.length * share)] ?? 0).toFixed(1).padStart(6);
  for (const [name, list] of Object.entries(times))
    process.stdout.write(`${place.padEnd(12)}${name.padEnd(10)}p50 ${at(list, 0.5)} ms   p99 ${at(list, 0.99)} ms\n`);

  let heard = 0;
  const all = new Promise<void>((resolve) => {
    onUpdate = () => {
      heard += 1;
      if (heard === updates) resolve();
    };
  });
  const from = performance.now();
  for (let start = 0; start < updates; start += 1_000) await accept(targets.slice(start, start + 1_000));
  await all;
  const seconds = (performance.now() - from) / 1_000;
  process.stdout.write(
    `${place.padEnd(12)}${(updates / seconds).toFixed(0)} updates/s, from accepting on (expanded, sent, recorded, told)\n`,
  );
  await sender.stop();
  await stopWorker();
  await closeQueue();
  setDatabase(undefined);
  await database.close();
  await lab.stop();
  rmSync(folder, { recursive: true, force: true });
}
