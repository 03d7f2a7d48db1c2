import { measureRate } from "./campaign-rate";
import { startEngine, type EngineProcess } from "./engine-process";

/**
 * What campaigns cost that know when and how often: the plan of a send in each recipient's time
 * compared with that at one time, a send under a frequency cap compared with one without, and how
 * true a rate is over three workers. Run: `npm run bench:campaigns`; `-- --recipients=50000`.
 */
const argument = process.argv.find((one) => one.startsWith("--recipients="));
const recipients = Number(argument?.slice(13) ?? 20_000);
const devices = 10_000;
const turns = 3;
const zones = Intl.supportedValuesOf("timeZone");
const request = JSON.stringify({
  deliverychannel: "push",
  appid: "sandbox",
  destination: [],
  channels: {
    push: { android: { title: "Order shipped", text: "Your order left our house today." } },
  },
});

const engine = await startEngine("android", devices);
const audienceId = await storeRecipients(engine);
const reach = { audienceId, moreAppids: [] };
const plans = { once: [] as number[], zoned: [] as number[] };
for (let turn = 0; turn < turns * 3; turn += 1)
  for (const name of ["once", "zoned"] as const) {
    // The zones of a list that was counted a while ago are not counted again.
    await engine.row("UPDATE audience SET revision = revision + 1 WHERE id = $1", audienceId);
    const from = performance.now();
    await engine.ask("plan", { request, reach, zoned: name === "zoned" });
    plans[name].push(performance.now() - from);
  }
const { serviceId } = await engine.row<{ serviceId: string }>(
  `SELECT service_id AS "serviceId" FROM app WHERE appid = 'sandbox'`,
);
const rates = { without: [] as number[], capped: [] as number[] };
for (let turn = 0; turn < turns; turn += 1)
  for (const name of turn % 2 === 0
    ? (["without", "capped"] as const)
    : (["capped", "without"] as const)) {
    const frequencyCaps =
      name === "capped" ? [{ messages: 100, span: 24, unit: "hours" as const }] : [];
    await engine.ask("changeService", { serviceId, part: "caps", frequencyCaps });
    const from = performance.now();
    const { campaignId } = await engine.ask("send", {
      request,
      reach,
      nonce: `${name} ${turn}`,
      campaign: { id: null, revision: 0, name: `${name} ${turn}`, appid: "sandbox", draft: "{}" },
    });
    await engine.sent(campaignId);
    rates[name].push(recipients / ((performance.now() - from) / 1_000));
  }
const arrived = await engine.arrivals();
const isSound = arrived === recipients * turns * 2;
if (!isSound) process.stdout.write(`VOID: ${arrived} arrived\n`);
await engine.stop();
const pace = await measureRate();
process.stdout.write(
  `plan of ${recipients.toLocaleString("en")} users in ${zones.length} time zones: at one time ${median(plans.once).toFixed(0)} ms, in each recipient's ${median(plans.zoned).toFixed(0)} ms
sent without a cap ${median(rates.without).toFixed(0)} /s, under one ${median(rates.capped).toFixed(0)} /s
a rate of ${pace.perMinute.toLocaleString("en")} a minute over three workers: ${pace.measured.toFixed(0)} a minute\n`,
);
process.stdout.write(
  `${JSON.stringify({
    bench: "campaigns",
    ratios: {
      "plan.zoned": ratio(median(plans.zoned), median(plans.once)),
      caps: ratio(median(rates.capped), median(rates.without)),
      rate: ratio(pace.measured, pace.perMinute),
    },
  })}\n`,
);
process.exit(isSound ? 0 : 1);

/** Users with devices of the lab, each in one of all time zones, and a list of them. */
async function storeRecipients({ row, ask, targets }: EngineProcess): Promise<string> {
  await row(
    `WITH a AS (SELECT id, service_id FROM app WHERE appid = 'sandbox'), d AS (
       INSERT INTO device (id, app_id, kind, pushid, push_hash)
       SELECT gen_random_uuid(), a.id, 'android', t, sha256(convert_to(t, 'UTF8')) FROM a CROSS JOIN unnest($1::text[]) AS t RETURNING id, app_id
     ), placed AS (SELECT id, app_id, row_number() OVER () - 1 AS place FROM d), u AS (
       INSERT INTO service_user (id, service_id, userid, timezone)
       SELECT gen_random_uuid(), a.service_id, 'customer-' || n, ($2::text[])[1 + n % cardinality($2::text[])] FROM a CROSS JOIN generate_series(0, $3::int - 1) n
     )
     INSERT INTO device_user (app_id, userid, device_id)
     SELECT p.app_id, 'customer-' || n, p.id FROM generate_series(0, $3::int - 1) n JOIN placed p ON p.place = n % cardinality($1::text[])`,
    targets.map(({ pushId }) => pushId),
    zones,
    recipients,
  );
  const { id } = await row<{ id: string }>(
    `INSERT INTO audience (id, service_id, name, recipients, ready_at)
     SELECT gen_random_uuid(), service_id, 'Everybody', $1, now() FROM app WHERE appid = 'sandbox' RETURNING id`,
    recipients,
  );
  await row(
    `INSERT INTO audience_recipient (audience_id, destination_type, destination, hash, position)
     SELECT $1, 'userid', 'customer-' || n, sha256(convert_to('customer-' || n, 'UTF8')), n FROM generate_series(0, $2::int - 1) n`,
    id,
    recipients,
  );
  await ask("script", "ANALYZE");
  return id;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function ratio(one: number, other: number): number {
  return Number((one / other).toFixed(3));
}
