import { once } from "node:events";
import { createWriteStream, openAsBlob } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { ListFilling, type FillState } from "@/components/audience/fill-list";
import { sendPiece } from "@/components/audience/send-piece";
import { Examiner } from "@/components/audience/source/examine-rows";
import { rowsOf, type Source } from "@/components/audience/source/source";
import { temporaryFolder } from "../tools/ending.mjs";
import { startEngine } from "./engine-process";

/**
 * The way of a large list: a CSV file of users with values of their own for two parameters is
 * examined and uploaded as a page of the console does it, counted, sent to the lab (a message for
 * each recipient), reported and exported. Time, memory and processor time of each step, and bytes
 * on disk at the end. Run: `npm run bench:list`; `-- --recipients=300000` for a shorter list.
 */
const recipients = Number(
  process.argv.find((argument) => argument.startsWith("--recipients="))?.slice(13) ?? 2_000_000,
);
const devices = 10_000;
const mb = 1_048_576;
const seconds: Record<string, number> = {};

const { path: folder, remove } = temporaryFolder("clarion-bench-list");
const engine = await startEngine("android", devices);
const { id: appId } = await engine.row<{ id: string }>(
  "SELECT id FROM app WHERE appid = 'sandbox'",
);
await registerUsers();
await engine.ask("publish", {
  appId,
  templateId: "hello",
  name: "Hello",
  blocks: { android: { title: "Hello ${name}", text: "Something happens in ${city} tonight." } },
  parameters: [{ name: "name", required: true, maxLength: 40 }, { name: "city" }],
});
const file = await writeFile();
const source: Source = { kind: "csv", file: await openAsBlob(file), form: { delimiter: "," } };
const mapping = {
  headed: true,
  width: 3,
  column: 0,
  kind: "userid" as const,
  parameters: [
    { column: 1, name: "name" },
    { column: 2, name: "city" },
  ],
};
await engine.ask("usage");
await step("examined in the browser", async () => {
  const examiner = new Examiner(mapping);
  for await (const row of rowsOf(source, mapping)) examiner.add(row);
  if (examiner.report().recipients !== recipients) throw new Error("the file was misread");
});
const audienceId = await engine.ask("begin", { appid: "sandbox", name: "Everybody" });
await step("uploaded", () => upload(audienceId));
const request = JSON.stringify({
  deliverychannel: "push",
  appid: "sandbox",
  destination: [],
  message: { template: "hello" },
});
const reach = { audienceId, moreAppids: [] };
const plan = await step("counted", () => engine.ask("plan", { request, reach }));
if (plan.requests !== recipients) process.stdout.write(`${plan.requests} requests\n`);
const { campaignId: id } = await step("ordered", () =>
  engine.ask("send", {
    request,
    reach,
    nonce: "all",
    campaign: { id: null, revision: 0, name: "All", appid: "sandbox", draft: "{}" },
  }),
);
await step("sent", () => engine.sent(id));
const report = await step("reported", () => engine.ask("report", { id }));
const bytes = await step("exported", () => engine.ask("exportResults", { id }));
await step("list exported", () => engine.ask("exportList", { id: audienceId }));
const { list, deliveries } = await engine.row<{ list: number; deliveries: number }>(
  `SELECT pg_total_relation_size('audience_recipient')::float8 AS list,
     (SELECT sum(pg_total_relation_size(t.relid)) FROM unnest('{message,delivery}'::regclass[]) AS r(oid), pg_partition_tree(r.oid) t)::float8 AS deliveries`,
);
const arrived = await engine.arrivals();
process.stdout.write(
  `on disk: list ${(list / mb).toFixed(0)} MB (${(list / recipients).toFixed(0)} bytes a recipient), messages and deliveries ${(deliveries / mb).toFixed(0)} MB (${(deliveries / recipients).toFixed(0)}); the file of results ${(bytes / mb).toFixed(0)} MB\n`,
);
const isSound = arrived === recipients && report.counts.submitted === recipients;
if (!isSound)
  process.stdout.write(`VOID: ${arrived} arrived, ${report.counts.submitted} are submitted\n`);
const whole = Object.values(seconds).reduce((sum, one) => sum + one, 0);
const ratios = Object.fromEntries(
  Object.entries(seconds).map(([name, one]) => [name, Number((one / whole).toFixed(3))]),
);
process.stdout.write(`${JSON.stringify({ bench: "list", ratios })}\n`);
await engine.stop();
remove();
process.exit(isSound ? 0 : 1);

async function step<R>(name: string, run: () => Promise<R>): Promise<R> {
  const before = await engine.ask("usage");
  const from = performance.now();
  const result = await run();
  const took = (performance.now() - from) / 1_000;
  seconds[name] = took;
  const after = await engine.ask("usage");
  process.stdout.write(
    `${name.padEnd(24)}${took.toFixed(1).padStart(8)} s   ${(after.peak / mb).toFixed(0).padStart(5)} MB resident   processor time: engine ${((after.engineMs - before.engineMs) / 1_000).toFixed(1)} s, database ${((after.databaseMs - before.databaseMs) / 1_000).toFixed(1)} s\n`,
  );
  return result;
}

/** Devices of the lab, each with as many users as it takes. */
async function registerUsers(): Promise<void> {
  await engine.row(
    `INSERT INTO device (id, app_id, kind, pushid, push_hash)
     SELECT gen_random_uuid(), $1, 'android', t, sha256(convert_to(t, 'UTF8')) FROM unnest($2::text[]) AS t`,
    appId,
    engine.targets.map(({ pushId }) => pushId),
  );
  for (let from = 0; from < recipients; from += 100_000)
    await engine.row(
      `INSERT INTO device_user (app_id, userid, device_id)
       SELECT $1, 'customer-' || n, d.id FROM generate_series($2::int, $3::int) n
       JOIN (SELECT id, row_number() OVER (ORDER BY pushid) - 1 AS place FROM device WHERE app_id = $1 AND kind = 'android' AND pushid = ANY($4::text[])) d ON d.place = n % $5::int`,
      appId,
      from,
      Math.min(from + 100_000, recipients) - 1,
      engine.targets.map(({ pushId }) => pushId),
      devices,
    );
  await engine.ask("script", "ANALYZE");
}

async function writeFile(): Promise<string> {
  const path = join(folder, "customers.csv");
  const stream = createWriteStream(path);
  stream.write("userid,name,city\n");
  for (let from = 0; from < recipients; from += 10_000) {
    const rows = Array.from({ length: Math.min(10_000, recipients - from) }, (_, n) => {
      const at = from + n;
      return `customer-${at},Customer no. ${at},City ${at % 100}\n`;
    });
    if (!stream.write(rows.join(""))) await once(stream, "drain");
  }
  stream.end();
  await finished(stream);
  return path;
}

/** As a page does that has the session's cookie. */
async function upload(listId: string): Promise<void> {
  const cookie = await engine.ask("cookie");
  const fetchPage = globalThis.fetch;
  globalThis.fetch = (path, init) =>
    fetchPage(new URL(path as string, engine.origin), {
      ...init,
      headers: { ...(init?.headers as Record<string, string>), cookie, origin: engine.origin },
    });
  let end: FillState | undefined;
  const filling = new ListFilling(
    { id: listId, source, mapping, rows: recipients },
    {
      send: sendPiece,
      finish: async (input) => ({ ok: true, value: await engine.ask("finish", input) }),
      show: (state) => (end = state),
    },
  );
  await filling.run();
  globalThis.fetch = fetchPage;
  if (end?.kind !== "done" || end.recipients !== recipients) throw new Error(JSON.stringify(end));
}
