import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { temporaryFolder } from "../tools/ending.mjs";
import { sendLeast } from "./least-updates";
import { postAll } from "./load";

/**
 * On an idle system, one request at a time: from sending the request to 1001, to the provider's
 * having it, and to the notify URL's having heard Submitted. And updates per second: a request to
 * 1,000 devices a time, heard by a receiver that answers at once; compared with a bare client that
 * posts the same bodies to the same receiver over as many connections, and with the smallest
 * program that loses none of them, in turns. Run: `npm run
 * bench:latency`.
 */
process.env["NOTIFY_ALLOW"] = "127.0.0.1";
process.env["LOG_LEVEL"] = "fatal";
const { config } = await import("@/lib/config/config");
const { openDatabase } = await import("@/lib/database/open");
const { setDatabase } = await import("@/lib/database/sql");
const { serviceOfKey } = await import("@/lib/directory/service/find");
const { acceptRequest } = await import("@/lib/dispatch/accept");
const { listenToOthers } = await import("@/lib/work/wake");
const { startWorker } = await import("@/lib/dispatch/worker");
const { startLab } = await import("@/lib/lab/lab");
const { defaultPolicy } = await import("@/lib/updates/policy");
const { startUpdates } = await import("@/lib/updates/send");
const { seedSandbox } = await import("@/prisma/seed");

const key = "sk_bench_latency_000000001";
const rounds = 200;
const turns = 5;
const updatesOfTurn = 2_000;

/** Updates, of a bare client that posts the same bodies; the middle of the turns. */
const ratios: Record<string, number> = {};

let onUpdate: ((body: Buffer) => void) | undefined;
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    response.end();
    onUpdate?.(Buffer.concat(chunks));
  });
});
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
const notifyurl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

await measure();
process.stdout.write(`${JSON.stringify({ bench: "latency", ratios })}\n`);
process.exit(0);

async function measure(): Promise<void> {
  const { path: folder, remove } = temporaryFolder("clarion-bench");
  const lab = await startLab({ dataDir: folder, ports: 0, lean: true });
  const database = await openDatabase({ ...config(), DATA_DIR: folder }, process.cwd());
  const quiet = await listenToOthers();
  await seedSandbox(database, lab, key);
  await database.query("UPDATE service SET size_rule = 'message'");
  const service = await serviceOfKey(key);
  if (!service) throw new Error("no service");
  const stopWorker = await startWorker({ journals: join(folder, "answers") });
  let sender = startUpdates();
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
          channels: {
            push: { android: { title: "Order shipped", text: "Your order left our house today." } },
          },
        }),
      ),
    });
    if (!reply.ok) throw new Error(JSON.stringify(reply.problems));
    return reply.transid;
  };
  const pending = async () => {
    const [row] = await database.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM "update" WHERE next_at IS NOT NULL`,
    );
    return row?.n ?? 0;
  };
  const targets = lab.addDevices("android", updatesOfTurn).map(({ pushId }) => pushId);

  const times = { accepted: [] as number[], provider: [] as number[], update: [] as number[] };
  for (let turn = 0; turn < rounds; turn += 1) {
    const updateTime = new Promise<number>(
      (resolve) => (onUpdate = () => resolve(performance.now())),
    );
    const from = performance.now();
    const transid = await accept([targets[turn % 10] ?? ""]);
    times.accepted.push(performance.now() - from);
    while (!lab.arrivals.has(transid)) await new Promise((resolve) => setImmediate(resolve));
    times.provider.push(performance.now() - from);
    times.update.push((await updateTime) - from);
  }
  const at = (list: number[], share: number) =>
    (list.toSorted((a, b) => a - b)[Math.floor(list.length * share)] ?? 0).toFixed(1).padStart(6);
  for (const [name, list] of Object.entries(times))
    process.stdout.write(`${name.padEnd(10)}p50 ${at(list, 0.5)} ms   p99 ${at(list, 0.99)} ms\n`);

  const rates: Record<"whole" | "alone" | "least" | "bare", number[]> = {
    whole: [],
    alone: [],
    least: [],
    bare: [],
  };
  const acceptAll = async () => {
    for (let start = 0; start < updatesOfTurn; start += 1_000)
      await accept(targets.slice(start, start + 1_000));
  };
  const enqueueAll = async () => {
    await sender.stop();
    await acceptAll();
    while ((await pending()) < updatesOfTurn)
      await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const least = { origin: new URL(notifyurl).origin, connections: defaultPolicy.perOrigin };
  for (let turn = 0; turn < turns; turn += 1) {
    const bodies = await heardOf(acceptAll, rates.whole);
    await enqueueAll();
    await heardOf(async () => {
      sender = startUpdates();
    }, rates.alone);
    await enqueueAll();
    await heardOf(() => sendLeast(database, least), rates.least);
    if ((await pending()) > 0) throw new Error("the smallest program left updates");
    await heardOf(() => postAll(notifyurl, bodies, defaultPolicy.perOrigin), rates.bare);
    sender = startUpdates();
  }
  const printRate = (ratio: string, name: string, list: number[]) => {
    const shares = list
      .map((rate, turn) => Number((rate / (rates.bare[turn] ?? 1)).toFixed(2)))
      .toSorted((one, other) => one - other);
    const middle = shares[Math.floor(turns / 2)] ?? 0;
    ratios[`updates.${ratio}`] = middle;
    process.stdout.write(
      `updates ${name}: ${at(list, 0.5).trim()} /s, ${middle} of a bare client (${shares[0]} to ${shares.at(-1)})\n`,
    );
  };
  process.stdout.write(`a bare client with the same bodies: ${at(rates.bare, 0.5).trim()} /s\n`);
  printRate("accepted", "from accepting on", rates.whole);
  printRate("enqueued", "once they are enqueued", rates.alone);
  printRate("least", "of the smallest program", rates.least);
  await sender.stop();
  await stopWorker();
  await quiet();
  setDatabase(undefined);
  await database.close();
  await lab.stop();
  remove();
}

/**
 * Runs something until the receiver has heard as many updates as a turn has; notes how many a
 * second, and answers their bodies.
 */
async function heardOf(run: () => Promise<void>, rates: number[]): Promise<Buffer[]> {
  const bodies: Buffer[] = [];
  const all = new Promise<void>((resolve) => {
    onUpdate = (body) => {
      if (bodies.push(body) === updatesOfTurn) resolve();
    };
  });
  const from = performance.now();
  await run();
  await all;
  rates.push(updatesOfTurn / ((performance.now() - from) / 1_000));
  return bodies;
}
