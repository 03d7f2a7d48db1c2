import { testMember } from "@/lib/auth/testing";
import { planCampaign } from "@/lib/campaign/order/plan";
import { requestsOf } from "@/lib/campaign/order/requests";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { testApp } from "@/lib/directory/app/testing";
import { countCoverage, type CoveragePart } from "@/lib/directory/audience/count-coverage";
import { readRecipients } from "@/lib/directory/audience/list";
import { createService } from "@/lib/directory/service/create";
import { publishForTest } from "@/lib/directory/template/testing";
import { composedOf } from "@/lib/inputs/compose";
import { openBenchDatabase } from "./database";

/**
 * How long it takes to count what sending to a list comes to whose recipients all have values of
 * their own, as the send dialog does; compared with reading the same rows, and with making the
 * requests without sending any; and how long it takes to count their devices, of which every second
 * one has one. Milliseconds. Run: `npm run bench:plan`; `-- --recipients=100000` for a shorter
 * list.
 */
const recipients = Number(
  process.argv.find((argument) => argument.startsWith("--recipients="))?.slice(13) ?? 500_000,
);
const rounds = 3;
const aimMs = recipients * 0.004;
const job = { actor: { kind: "job" as const, name: "bench" } };
const blocks = { android: { text: "Hello ${name} from ${city}" } };
const ratios: Record<string, number> = {};

const isSound = await measure(await openBenchDatabase());
process.stdout.write(`${JSON.stringify({ bench: "plan", ratios })}\n`);
process.exit(isSound ? 0 : 1);

async function measure(database: Database): Promise<boolean> {
  const { id: serviceId } = await createService(job, {
    name: "Shop",
    sandbox: true,
    httpsOnly: false,
  });
  const { id: appId } = await testApp(database, serviceId, "shop");
  const parameters = [{ name: "name", required: true, maxLength: 40 }, { name: "city" }];
  await publishForTest(job, { appId, templateId: "hello", name: "Hello", blocks, parameters });
  const audienceId = newId();
  await fill(database, serviceId, audienceId);
  await fillDevices(database, appId);
  const as = { actor: testMember({ [serviceId]: { role: "marketer" } }), serviceId };
  const bodyOf = (correlationid: string) =>
    JSON.stringify({
      deliverychannel: "push",
      appid: "shop",
      destination: [],
      correlationid,
      message: { template: "hello" },
    });
  const order = (turn: string) => ({
    pattern: composedOf(bodyOf(turn)),
    audienceId,
    moreAppids: [],
  });
  let counted = 0;
  // Each round another message: what was counted is not counted again.
  const counting = await best(
    async (turn) => (counted = (await planCampaign(as, order(turn), Date.now())).requests),
  );
  const again = await best(() => planCampaign(as, order("0"), Date.now()));
  const reading = await best(async () => {
    for (let from = 0; from < recipients; from += 5_000)
      await readRecipients(database, audienceId, from, 5_000);
  });
  let owners = 0;
  const covering = await best(async () => {
    owners = 0;
    for (let from: number | null = 0; from !== null;) {
      const { groups, next }: CoveragePart = await countCoverage(as, {
        appids: ["shop"],
        audienceId,
        from,
        named: {},
      });
      owners += groups.reachable["100000"] ?? 0;
      from = next;
    }
  });
  let requestCount = 0;
  const making = await best(async (turn) => {
    requestCount = 0;
    for await (const _ of requestsOf(order(turn))) requestCount += 1;
  });
  await database.close();
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  process.stdout.write(
    `counted ${ms(counting)} (aim ${ms(aimMs)}), again ${ms(again)}, reading the rows ${ms(reading)}, making the requests ${ms(making)}, counting devices ${ms(covering)}\n`,
  );
  ratios[`making the requests / counting them`] = Number((making / counting).toFixed(2));
  ratios[`reading the rows / counting`] = Number((reading / counting).toFixed(2));
  ratios[`reading the rows / counting devices`] = Number((reading / covering).toFixed(2));
  if (owners !== Math.floor(recipients / 2))
    process.stdout.write(`VOID: ${owners} have a device\n`);
  if (counted !== requestCount)
    process.stdout.write(`VOID: ${counted} counted, ${requestCount} made\n`);
  return counted === requestCount && owners === Math.floor(recipients / 2);
}

async function fill(database: Database, serviceId: string, audienceId: string): Promise<void> {
  const widest = [
    {
      type: "userid",
      id: `customer-${recipients}`,
      parameters: { name: `Customer no. ${recipients}`, city: "City 99" },
    },
  ];
  const summary = JSON.stringify({
    kinds: { userid: recipients },
    parameters: ["name", "city"],
    widest,
  });
  await database.query(
    "INSERT INTO audience (id, service_id, name, recipients, summary, ready_at) VALUES ($1, $2, 'Everybody', $3, $4::jsonb, now())",
    [audienceId, serviceId, recipients, summary],
  );
  for (let from = 0; from < recipients; from += 20_000)
    await database.query(
      `INSERT INTO audience_recipient (audience_id, destination_type, destination, hash, parameters, position)
       SELECT $1, 'userid', 'customer-' || n, sha256(convert_to('customer-' || n, 'UTF8')),
         jsonb_build_object('name', 'Customer no. ' || n, 'city', 'City ' || n % 100), n FROM generate_series($2::int, $3::int) AS n`,
      [audienceId, from, Math.min(from + 20_000, recipients) - 1],
    );
}

async function fillDevices(database: Database, appId: string): Promise<void> {
  for (let from = 0; from < recipients; from += 20_000)
    await database.query(
      `WITH added AS (
         INSERT INTO device (id, app_id, kind, pushid, push_hash)
         SELECT gen_random_uuid(), $1, 'android', 'token-' || n, sha256(convert_to('token-' || n, 'UTF8')) FROM generate_series($2::int, $3::int, 2) AS n
         RETURNING id, pushid
       )
       INSERT INTO device_user (app_id, userid, device_id) SELECT $1, replace(pushid, 'token', 'customer'), id FROM added`,
      [appId, from + 1, Math.min(from + 20_000, recipients) - 1],
    );
}

/** The shortest of a few rounds: what else the machine does only adds to it. */
async function best(run: (turn: string) => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let turn = 0; turn < rounds; turn += 1) {
    const from = performance.now();
    await run(String(turn));
    least = Math.min(least, performance.now() - from);
  }
  return least;
}
