import { join } from "node:path";
import { hashPassword } from "@/lib/auth/password";
import { newId } from "@/lib/database/id";
import { openDatabase } from "@/lib/database/open";
import type { Sql } from "@/lib/database/sql";
import { twoServices } from "../../tests/two-services";

/**
 * Run beside a server that is not running: makes two services with something of everything, and for every role a member of the first one alone, who signs in
 * with the owner's password as `ROLE@shop.example`. Prints them as the last line, JSON. `node --import tsx e2e/support/two-services.ts FOLDER PASSWORD`
 */
const [folder = "", password = ""] = process.argv.slice(2);
const people = [
  ["viewer", "viewer", false, false],
  ["marketer", "marketer", false, false],
  ["sender", "marketer", true, false],
  ["approver", "marketer", false, true],
  ["admin", "admin", false, false],
  ["owner", "owner", false, false],
] as const;
/** What one call uses up: enough for every member, there and at home. */
const spares = 30;

async function sparesIn(sql: Sql, serviceId: string, appid: string) {
  const made = {
    drafts: [] as string[],
    scheduled: [] as string[],
    sending: [] as string[],
    held: [] as string[],
    lists: [] as string[],
    filling: [] as string[],
    unpublished: [] as string[],
    rolled: [] as string[],
    archivable: [] as string[],
    appId: "",
  };
  const [app] = await sql.query<{ id: string }>("SELECT id FROM app WHERE appid = $1", [appid]);
  made.appId = app?.id ?? "";
  for (let n = 0; n < spares; n += 1) {
    for (const [name, state] of [
      ["drafts", "draft"],
      ["scheduled", "scheduled"],
      ["sending", "sending"],
      ["held", "sending"],
    ] as const) {
      const id = newId();
      await sql.query(
        `INSERT INTO campaign (id, service_id, app_id, name, draft, revision, state, requests, request, held_until, updated_at)
         SELECT $1, $2, a.id, $4, '{}', 1, $5, 2, CASE WHEN $6::boolean THEN '{}' END, CASE WHEN $6::boolean THEN now() + interval '1 day' END, now() FROM app a WHERE a.appid = $3`,
        [id, serviceId, appid, `Spare ${name} ${n}`, state, name === "held"],
      );
      made[name].push(id);
    }
    for (const [name, ready] of [
      ["lists", true],
      ["filling", false],
    ] as const) {
      const id = newId();
      await sql.query(
        `INSERT INTO audience (id, service_id, name, recipients, summary, ready_at)
         VALUES ($1, $2, $3, 0, '{"kinds":{},"parameters":[],"widest":[]}', CASE WHEN $4::boolean THEN now() END)`,
        [id, serviceId, `Spare ${name} ${n}`, ready],
      );
      made[name].push(id);
    }
    for (const [name, versions] of [
      ["unpublished", 0],
      ["rolled", 2],
      ["archivable", 1],
    ] as const) {
      const id = newId();
      await sql.query("INSERT INTO template (id, app_id, template_id, name, published) VALUES ($1, $2, $3, 'Spare', nullif($4::int, 0))", [
        id,
        made.appId,
        `spare_${name}_${n}`,
        versions,
      ]);
      for (let version = 1; version <= versions; version += 1)
        await sql.query(
          `INSERT INTO template_version (id, template_id, version, blocks, parameters) VALUES ($1, $2, $3, '{"android":{"text":"Hello"}}', '[]')`,
          [newId(), id, version],
        );
      if (versions === 0)
        await sql.query(
          `INSERT INTO template_draft (template_id, content, revision) VALUES ($1, '{"blocks":{"android":{"text":"Hello"}}}', 1)`,
          [id],
        );
      made[name].push(id);
    }
  }
  return made;
}

const database = await openDatabase({ DATABASE_URL: undefined, DATA_DIR: folder }, join(import.meta.dirname, "../.."));
const { own, foreign } = await twoServices(database);
const hash = await hashPassword(password);
for (const [name, role, maySend, mayApprove] of people) {
  const id = newId();
  await database.query("INSERT INTO member (id, email, name, password_hash) VALUES ($1, $2, $3, $4)", [
    id,
    `${name}@shop.example`,
    name,
    hash,
  ]);
  await database.query(`INSERT INTO membership (member_id, service_id, role, may_send, may_approve) VALUES ($1, $2, $3::"Role", $4, $5)`, [
    id,
    own.serviceId,
    role,
    maySend,
    mayApprove,
  ]);
}
const told = {
  own: { ...own, ...(await sparesIn(database, own.serviceId, own.appid)) },
  foreign: { ...foreign, ...(await sparesIn(database, foreign.serviceId, foreign.appid)) },
};
await database.close();
process.stdout.write(`\n${JSON.stringify(told)}\n`);
