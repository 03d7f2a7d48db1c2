import { performance } from "node:perf_hooks";
import { Proof } from "@/lib/authoring/prove-template";
import { forgetCached } from "@/lib/database/cached";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { testApp } from "@/lib/directory/app/testing";
import { createService } from "@/lib/directory/service/create";
import { serviceOfKey } from "@/lib/directory/service/find";
import { listTemplates } from "@/lib/directory/template/list";
import { openTemplate } from "@/lib/directory/template/open";
import { acceptRequest } from "@/lib/dispatch/accept";
import { providerKinds } from "@/lib/interface/device-kinds";
import { templateParametersSchema } from "@/lib/template/parameters";
import type { TemplateVersion } from "@/lib/template/resolve";
import { openBenchDatabase } from "./database";

/**
 * How much 10,000 templates with 20 versions each cost compared with ten: the list, sorted three
 * ways and searched, the editor's reading, and accepting a request that names one. Medians of the
 * same run, milliseconds. `npm run bench:templates`
 */
const actor = { kind: "job" as const, name: "bench" };
const [few, many] = [10, 10_000];
const versions = 20;
const rounds = 60;
const key = "sk_bench_templates_000001";

interface Figures {
  list: number;
  sorted: number;
  used: number;
  searched: number;
  opened: number;
  accepted: number;
}

async function measure(database: Database, count: number): Promise<Figures> {
  const { serviceId, appId } = await database.transaction(async (tx) => {
    const { id } = await createService(
      { actor, tx },
      { name: `With ${count}`, sandbox: true, httpsOnly: false, key: `${key}${count}` },
    );
    const app = await testApp(tx, id, `bench${count}`);
    return { serviceId: id, appId: app.id };
  });
  await database.query(
    `INSERT INTO template (id, app_id, template_id, name, published, published_at)
     SELECT gen_random_uuid(), $1, 't' || n, 'Template ' || n, $3::int, now() - n * interval '1 minute' FROM generate_series(1, $2::int) n`,
    [appId, count, versions],
  );
  await database.query(
    `INSERT INTO template_version (id, template_id, version, content, content_hash, platforms, hash)
     SELECT gen_random_uuid(), t.id, v, '{"blocks":{"android":{"text":"Hello \${name}"}},"parameters":[{"name":"name","required":true}]}', '', ARRAY['android'], ''
     FROM template t CROSS JOIN generate_series(1, $2::int) v WHERE t.app_id = $1`,
    [appId, versions],
  );
  await database.query(
    `INSERT INTO template_use (version_id, day, source, slot, uses, last_at)
     SELECT v.id, now()::date - d, 'api', 0, 1 + d, now() FROM template_version v JOIN template t ON t.id = v.template_id CROSS JOIN generate_series(0, 9) d
     WHERE t.app_id = $1 AND v.version = $2`,
    [appId, versions],
  );
  await database.query("ANALYZE");
  const [one] = await database.query<{ id: string }>(
    "SELECT id FROM template WHERE app_id = $1 LIMIT 1",
    [appId],
  );
  const service = await serviceOfKey(`${key}${count}`);
  if (!service || !one) throw new Error("There is no service.");
  const as = { actor };
  const bytes = (n: number) =>
    Buffer.from(
      JSON.stringify({
        deliverychannel: "push",
        appid: `bench${count}`,
        destination: [{ userid: ["u"] }],
        message: { template: `t${(n % count) + 1}`, parameters: { name: newId() } },
      }),
    );
  return {
    list: await median(() => listTemplates(as, { serviceId })),
    sorted: await median(() => listTemplates(as, { serviceId, sort: "-published" })),
    used: await median(() => listTemplates(as, { serviceId, sort: "-uses" })),
    searched: await median(() => listTemplates(as, { serviceId, text: "template 1" })),
    opened: await median(() => openTemplate(as, { id: one.id })),
    accepted: await median((n) => {
      forgetCached("template-version");
      return acceptRequest({ service, bytes: bytes(n), source: "api" });
    }),
  };
}

async function median(run: (turn: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    const began = performance.now();
    await run(turn);
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}

/**
 * Milliseconds that so many calls with values of their own take through two versions, for Android,
 * iOS and the web, in one language.
 */
function prove(calls: number): number {
  const parameters = templateParametersSchema.parse([
    { name: "name", required: true },
    { name: "order" },
  ]);
  const saying = (title: string): TemplateVersion => {
    const block = { title, text: "Your order ${order} is on its way, ${name}" };
    return {
      templateId: "t",
      version: 1,
      blocks: { android: block, ios: block, web: block },
      parameters,
      languages: [],
    };
  };
  const proof = new Proof(saying("Hi ${name}"), saying("Hello ${name}"), {
    facts: { name: "Shop" },
    providers: providerKinds,
  });
  const began = performance.now();
  for (let n = 0; n < calls; n += 1)
    proof.add({ parameters: { name: `Customer ${n}`, order: `A-${n}` } });
  if (proof.report(calls).done !== calls) throw new Error("Not all of them were proven.");
  const took = performance.now() - began;
  process.stdout.write(`proof of ${calls.toLocaleString("en")} calls: ${took.toFixed(0)} ms\n`);
  return took;
}

const ratios: Record<string, number> = {};
const database = await openBenchDatabase();
const [small, large] = [await measure(database, few), await measure(database, many)];
for (const what of Object.keys(small) as (keyof Figures)[]) {
  process.stdout.write(
    `${what.padEnd(9)} ${few}: ${small[what].toFixed(2)} ms   ${many.toLocaleString("en")}: ${large[what].toFixed(2)} ms\n`,
  );
  ratios[`${what}, ${many} to ${few}`] = Math.round((large[what] / small[what]) * 100) / 100;
}
await database.close();
ratios[`proof of ${many}, to its two seconds`] = Math.round((prove(many) / 2_000) * 100) / 100;
process.stdout.write(`${JSON.stringify({ bench: "templates", ratios })}\n`);
process.exit(0);
