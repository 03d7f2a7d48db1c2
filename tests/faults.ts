import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { config } from "@/lib/config/config";
import { openDatabase } from "@/lib/database/open";
import { setDatabase } from "@/lib/database/sql";
import { startLab, type Lab } from "@/lib/lab/lab";
import { seedSandbox } from "@/prisma/seed";
import { freePort } from "../e2e/server";
import { temporaryPostgres } from "../tools/postgres.mjs";
import { pause, Refused, ServerProcess } from "./server-process";
import { startListening } from "./update-listener";

/**
 * Kills the server at random moments while requests come in and are delivered, and counts: accepted requests that were lost, deliveries that were
 * never made, deliveries made twice, updates never told, rows that stay open. Run: `npm run test:faults`; `-- --short` for a minute of it.
 * The lab and the receiver of the updates live in this process, which nobody kills.
 */
const short = process.argv.includes("--short");
const requests = short ? 30 : 100;
const idsOfKind = short ? 10 : 25;
const kills = short ? 3 : 20;
const key = "sk_fault_test_key_0000001";
// The credentials are sealed here and opened by the server.
process.env["APP_SECRET"] = "a secret that both sides of the fault test know";
const kinds = ["android", "hms", "ios", "chrome"] as const;

const wanted = process.argv.find((argument) => argument.startsWith("--on="))?.slice(5);
let failed = 0;
for (const kind of ["embedded", "postgres"] as const) if (wanted === undefined || wanted === kind) failed += await killAndCount(kind);
process.stdout.write(`${failed === 0 ? "1 passed, 0 failed" : `0 passed, ${failed} failed`}\n`);
process.exit(failed === 0 ? 0 : 1);

async function killAndCount(kind: "embedded" | "postgres"): Promise<number> {
  const postgres = kind === "postgres" ? await temporaryPostgres() : undefined;
  if (kind === "postgres" && !postgres) {
    process.stdout.write("SKIPPED on PostgreSQL: none could be started.\n");
    return 0;
  }
  const folder = mkdtempSync(join(tmpdir(), "clarion-faults-"));
  const settings = { DATA_DIR: folder, ...(postgres ? { DATABASE_URL: postgres.url } : {}) };
  const lab = await startLab({ dataDir: folder, ports: 0, lean: true });
  const heard = await startListening();
  await seed(settings, lab);
  const port = await freePort();
  const server = new ServerProcess(port, settings);
  await server.start();

  const targets = kinds.map((one) => lab.addDevices(one, requests * idsOfKind));
  const accepted = new Map<string, string[]>();
  let killing = true;
  const killer = (async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      await pause(randomInt(50, 1_500));
      await server.kill();
      await server.start();
    }
    killing = false;
  })();
  const queue = Array.from({ length: requests }, (_, n) => n);
  const send = async () => {
    for (let n = queue.shift(); n !== undefined; n = queue.shift()) {
      // Spread over the time of the kills, so that some fall on accepting, some on expanding, some on sending.
      if (killing) await pause(randomInt(0, short ? 200 : 800));
      const devices = targets.map((all) => all.slice((n ?? 0) * idsOfKind, ((n ?? 0) + 1) * idsOfKind));
      const destination = kinds.map((one, at) => ({
        [`${one}_pushid`]: (devices[at] ?? []).map((device) => (device.subscription ? JSON.stringify(device.subscription) : device.pushId)),
      }));
      accepted.set(
        await acceptedTransid(port, n, destination, heard.url),
        devices.flat().map(({ pushId }) => pushId),
      );
    }
  };
  await Promise.all([killer, ...Array.from({ length: 8 }, send)]);
  await drained(port, accepted, heard);

  const total = requests * idsOfKind * kinds.length;
  let never = 0;
  let twice = 0;
  for (const [transid, pushIds] of accepted)
    for (const pushId of pushIds) {
      const times = lab.arrivals.get(transid)?.get(pushId) ?? 0;
      if (times === 0) never += 1;
      if (times > 1) twice += times - 1;
    }
  await server.stop();
  const stuck = await openRows(settings);
  const silent = total - heard.submitted.size;
  process.stdout.write(
    `${kind}: ${kills} kills · ${accepted.size} requests accepted, ${requests - accepted.size} lost · ${total} deliveries, ${never} never made, ${twice} made twice · ${silent} updates never told, ${heard.repeats} told twice · ${stuck} rows open\n`,
  );
  heard.stop();
  await lab.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
  return requests - accepted.size + never + silent + stuck;
}

async function seed(settings: { DATA_DIR: string; DATABASE_URL?: string }, lab: Lab): Promise<void> {
  const database = await openDatabase({ ...config(), ...settings }, process.cwd());
  await seedSandbox(database, lab, key);
  // A thousand ids do not fit into 4,096 bytes: this service reads the limit without them (contract 3).
  await database.query("UPDATE service SET size_rule = 'message'");
  setDatabase(undefined);
  await database.close();
}

async function openRows(settings: { DATA_DIR: string; DATABASE_URL?: string }): Promise<number> {
  const database = await openDatabase({ ...config(), ...settings }, process.cwd());
  const [row] = await database.query<{ n: number }>(
    `SELECT ((SELECT count(*) FROM delivery WHERE next_at IS NOT NULL) + (SELECT count(*) FROM "update" WHERE next_at IS NOT NULL)
       + (SELECT count(*) FROM message WHERE state <> 'done') + (SELECT count(*) FROM pgboss.job WHERE state IN ('created', 'retry', 'active')))::int AS n`,
  );
  setDatabase(undefined);
  await database.close();
  return row?.n ?? -1;
}

/** Sends until it is answered: the key makes it the same request each time. */
async function acceptedTransid(port: number, n: number, destination: object[], notifyurl: string): Promise<string> {
  const body = JSON.stringify({
    deliverychannel: "push",
    appid: "sandbox",
    destination,
    notifyurl,
    channels: { push: { android: { text: `n ${n}` }, ios: { text: `n ${n}` }, web: { platform_types: ["chrome"], text: `n ${n}` } } },
  });
  for (;;) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/resources/v1/messaging`, {
        method: "POST",
        headers: { key, "idempotency-key": `request ${n}` },
        body,
      });
      const { response } = (await answer.json()) as { response: [{ transid: string }] };
      if (answer.status === 200) return response[0].transid;
      if (answer.status < 500) throw new Refused(JSON.stringify(response));
    } catch (error) {
      if (error instanceof Refused) throw error;
    }
    await pause(50);
  }
}

/** Until every message is done and every update was heard, two minutes at most. */
async function drained(port: number, accepted: Map<string, string[]>, heard: { submitted: Set<string> }): Promise<void> {
  const until = Date.now() + 120_000;
  const open = new Set(accepted.keys());
  const total = [...accepted.values()].reduce((sum, ids) => sum + ids.length, 0);
  while (Date.now() < until && (open.size > 0 || heard.submitted.size < total)) {
    for (const transid of open) {
      const answer = await fetch(`http://127.0.0.1:${port}/resources/v1/messaging/${transid}?limit=1`, { headers: { key } }).catch(
        () => undefined,
      );
      const status = answer?.ok ? ((await answer.json()) as { state: string }) : undefined;
      if (status?.state !== "done") break;
      open.delete(transid);
    }
    await pause(100);
  }
}
