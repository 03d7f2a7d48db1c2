import { performance } from "node:perf_hooks";
import { testMember, testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { listAppPage } from "@/lib/directory/app/list";
import { listAudiences } from "@/lib/directory/audience/list";
import { listAuditEvents } from "@/lib/directory/audit/list";
import { listRegistered } from "@/lib/directory/device/registered";
import { listMedia } from "@/lib/directory/media/list";
import { listMembers } from "@/lib/directory/member/list";
import { listServicePage } from "@/lib/directory/service/page";
import { listSuppressions } from "@/lib/directory/suppression/list";
import { listTemplates } from "@/lib/directory/template/list";
import { listCampaigns } from "@/lib/results/campaign-list";
import { findByName } from "@/lib/results/find-by-name";
import { listUpdates } from "@/lib/results/list-updates";
import { openBenchDatabase } from "./database";

/**
 * How long the first page of each list takes, of a service with 10 rows and of one with 10,000 in
 * the same database: medians in milliseconds, measured in turns, and the ratio of the two. Then the
 * search of the palette and of the audit log. Run: `npm run bench:lists`.
 */
const [few, many] = [10, 10_000];
const rounds = 15;

interface FilledService {
  serviceId: string;
  /** Another service, of so many apps: no service with devices has thousands. */
  appsOf: string;
  as: { actor: ReturnType<typeof testMember> };
}

/** Fills a service with so many rows of everything. */
async function filled(database: Database, rows: number): Promise<FilledService> {
  const [serviceId, appsOf, appId, ownerId] = [newId(), newId(), newId(), newId()];
  const all = `generate_series(1, $2::int) n`;
  await database.query("INSERT INTO service (id, name) VALUES ($1, $2)", [
    serviceId,
    `With ${rows} rows`,
  ]);
  await database.query(
    "INSERT INTO app (id, service_id, appid, name, client_key) VALUES ($1::text::uuid, $2, $1, 'First', $1)",
    [appId, serviceId],
  );
  const statements = [
    `INSERT INTO service (id, name) SELECT gen_random_uuid(), 'Service ' || n || $1::text FROM ${all}`,
    `WITH m AS (INSERT INTO member (id, email, name, password_hash) SELECT gen_random_uuid(), n || $1::text || '@x.example', 'Member ' || n, '' FROM ${all} RETURNING id)
     INSERT INTO membership (member_id, service_id, role) SELECT id, $1::text::uuid, 'viewer' FROM m`,
    `INSERT INTO campaign (id, service_id, name, draft, updated_at) SELECT gen_random_uuid(), $1::text::uuid, 'Campaign ' || n, '{}', now() FROM ${all}`,
    `INSERT INTO audience (id, service_id, name, ready_at) SELECT gen_random_uuid(), $1::text::uuid, 'List ' || n, now() FROM ${all}`,
    `INSERT INTO media (id, service_id, sha256, type, bytes, width, height, name) SELECT gen_random_uuid(), $1::text::uuid, md5($1::text || n), 'png', 1, 1, 1, 'Image ' || n FROM ${all}`,
    `INSERT INTO suppression (id, service_id, kind, hash, value) SELECT gen_random_uuid(), $1::text::uuid, 'userid', sha256(n::text::bytea), 'user ' || n FROM ${all}`,
    `INSERT INTO audit_event (id, actor_kind, actor_id, service_id, action, entity_id, snapshot, at)
     SELECT gen_random_uuid(), 'job', 'bench', $1::text::uuid, 'app.create', 'app ' || n, '{"appid":"a","name":"App ' || n || '"}', now() - n * interval '1 second' FROM ${all}`,
    `INSERT INTO "update" (message_id, id, delivery_id, service_id, kind, receiver, url, origin, body, state, created_at)
     SELECT overlay(gen_random_uuid()::text PLACING '0190' FROM 1 FOR 4)::uuid, gen_random_uuid(), gen_random_uuid(), $1::text::uuid, 'read', 'notifyurl', 'https://a.example/n', 'https://a.example', '', 'parked', now() FROM ${all}`,
  ];
  await database.query("INSERT INTO service (id, name) VALUES ($1, 'Of apps')", [appsOf]);
  await database.query(
    `INSERT INTO app (id, service_id, appid, name, client_key) SELECT gen_random_uuid(), $1::text::uuid, $1::text || n, 'App ' || n, $1::text || n FROM ${all}`,
    [appsOf, rows],
  );
  for (const statement of statements) await database.query(statement, [serviceId, rows]);
  for (const statement of [
    `INSERT INTO template (id, app_id, template_id, name) SELECT gen_random_uuid(), $1::text::uuid, 'template' || n, 'Template ' || n FROM ${all}`,
    `WITH d AS (INSERT INTO device (id, app_id, kind, pushid, push_hash) SELECT gen_random_uuid(), $1::text::uuid, 'android', n::text, sha256(n::text::bytea) FROM ${all} RETURNING id, pushid)
     INSERT INTO device_user (app_id, userid, device_id) SELECT $1::text::uuid, 'user ' || pushid, id FROM d`,
  ])
    await database.query(statement, [appId, rows]);
  const role = { role: "owner" as const };
  return {
    serviceId,
    appsOf,
    as: { actor: testMember({ [serviceId]: role, [appsOf]: role }, ownerId) },
  };
}

type ListReader = (of: FilledService) => Promise<unknown>;
const lists: Record<string, ListReader> = {
  apps: ({ as, appsOf }) => listAppPage(as, { serviceId: appsOf }),
  members: ({ as, serviceId }) => listMembers(as, { serviceId }),
  campaigns: ({ as, serviceId }) => listCampaigns(as, { serviceId }),
  templates: ({ as, serviceId }) => listTemplates(as, { serviceId }),
  "recipient lists": ({ as, serviceId }) => listAudiences(as, { serviceId }),
  devices: ({ as, serviceId }) => listRegistered(as, { serviceId }),
  media: ({ as, serviceId }) => listMedia(as, { serviceId }),
  suppressions: ({ as, serviceId }) => listSuppressions(as, { serviceId }),
  "audit log": ({ as, serviceId }) => listAuditEvents(as, { serviceId }),
  updates: ({ as, serviceId }) => listUpdates(as, { serviceId, state: "parked" }),
  // The owner of the installation has all services, the member one.
  services: ({ as, serviceId }) =>
    listServicePage({ actor: serviceId === largest ? testOwner() : as.actor }, {}),
  "search: palette": ({ as, serviceId }) => findByName(as, { serviceId, text: "7" }),
  "search: audit log": ({ as, serviceId }) => listAuditEvents(as, { serviceId, text: "app 7" }),
};
let largest = "";

const ratios: Record<string, number> = {};
const database = await openBenchDatabase();
const [small, large] = [await filled(database, few), await filled(database, many)];
largest = large.serviceId;
await database.script("ANALYZE");
for (const [what, read] of Object.entries(lists)) {
  const times: [number[], number[]] = [[], []];
  for (let turn = 0; turn < rounds; turn += 1) {
    times[0].push(await timed(() => read(small)));
    times[1].push(await timed(() => read(large)));
  }
  const [ofFew, ofMany] = [median(times[0]), median(times[1])];
  process.stdout.write(
    `${what.padEnd(18)} ${few}: ${ofFew.toFixed(2).padStart(7)} ms   ${many.toLocaleString("en")}: ${ofMany.toFixed(2).padStart(7)} ms\n`,
  );
  ratios[`${what}, ${many} to ${few}`] = Math.round((ofMany / ofFew) * 100) / 100;
}
await database.close();
process.stdout.write(`${JSON.stringify({ bench: "lists", ratios })}\n`);
process.exit(0);

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}
