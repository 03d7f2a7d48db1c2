import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openEmbedded } from "@/lib/database/embedded";
import { newId } from "@/lib/database/id";
import { migrate } from "@/lib/database/migrate";
import type { Database } from "@/lib/database/sql";
import { verifyAuditLog } from "@/lib/directory/audit/verify";

const all = join(import.meta.dirname, "../prisma/migrations");
/** The last one before members had a role in each service. */
const before = "20261122074921_jobs_of_our_own";

describe("what an installation of before becomes", () => {
  let database: Database;
  let template: Blob;
  const [shop, bank, app, campaign] = [newId(), newId(), newId(), newId()];

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), "clarion-migrations-"));
    for (const name of readdirSync(all)) if (name <= before) cpSync(join(all, name), join(folder, "migrations", name), { recursive: true });
    const old = await openEmbedded(folder);
    await migrate(old, join(folder, "migrations"));
    for (const id of [shop, bank]) await old.query("INSERT INTO service (id, name) VALUES ($1, 'S')", [id]);
    await old.query("INSERT INTO app (id, service_id, appid, name, client_key) VALUES ($1, $2, 'shop', 'Shop', 'ck')", [app, shop]);
    await old.close();
    const engine = await PGlite.create({ dataDir: join(folder, "postgres") });
    template = await engine.dumpDataDir("none");
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    database = await openEmbedded(undefined, () => template);
  });
  afterEach(() => database.close());

  it("gives owners the installation, and everybody else their role in every service; marketers may still send", async () => {
    for (const role of ["owner", "admin", "marketer", "viewer"])
      await database.query(`INSERT INTO member (id, email, name, password_hash, role) VALUES ($1, $2, '', '', $3::"Role")`, [
        newId(),
        role,
        role,
      ]);
    await database.query("INSERT INTO service_key (id, service_id, name, prefix, hash) VALUES ($1, $2, 'K', 'ck_', ''::bytea)", [
      newId(),
      shop,
    ]);
    await migrate(database, all);
    expect(
      await database.query(
        `SELECT m.email, m.installation_owner AS owner, array_agg(p.role::text ORDER BY p.service_id) FILTER (WHERE p.role IS NOT NULL) AS roles,
           bool_or(p.may_send) AS send, bool_or(p.may_approve) AS approve
         FROM member m LEFT JOIN membership p ON p.member_id = m.id GROUP BY m.id ORDER BY m.email`,
      ),
    ).toEqual([
      { email: "admin", owner: false, roles: ["admin", "admin"], send: false, approve: false },
      { email: "marketer", owner: false, roles: ["marketer", "marketer"], send: true, approve: false },
      { email: "owner", owner: true, roles: null, send: null, approve: null },
      { email: "viewer", owner: false, roles: ["viewer", "viewer"], send: false, approve: false },
    ]);
    expect(await database.query("SELECT scopes FROM service_key")).toEqual([{ scopes: ["send", "status", "devices"] }]);
  });

  it("counts what was accepted of a campaign under way and not written down, up to the first request that was not", async () => {
    await database.query(
      `INSERT INTO campaign (id, service_id, app_id, name, draft, state, starts_at, nonce, requests, answered, refused, updated_at)
       VALUES ($1, $2, $3, 'C', '{}', 'sending', now(), 'n', 40, 16, 1, now())`,
      [campaign, shop, app],
    );
    const [first, second] = [newId(), newId()];
    for (const id of [first, second])
      await database.query(
        `INSERT INTO message (id, service_id, app_id, campaign_id, request, effective_hash, accepted_at) VALUES ($1, $2, $3, $4, ''::bytea, ''::bytea, now())`,
        [id, shop, app, campaign],
      );
    for (const [position, status] of [
      [15, 200],
      [16, 200],
      [17, 400],
      [18, 200],
      [20, 200],
    ])
      await database.query(
        `INSERT INTO idempotency_record (service_id, key, body_hash, status, reply, created_at) VALUES ($1, $2, ''::bytea, $3, ''::bytea, now())`,
        [shop, `campaign n ${position}`, status],
      );
    await migrate(database, all);
    expect(
      await database.query(
        `SELECT state, answered, refused, transid, starts_at AS "startsAt", due_at IS NOT NULL AS due, started_at IS NOT NULL AS started FROM campaign`,
      ),
    ).toEqual([{ state: "sending", answered: 19, refused: 2, transid: first, startsAt: null, due: true, started: true }]);
  });

  it("leaves a schedule as it stands, and keeps audit events as text", async () => {
    await database.query(
      `INSERT INTO campaign (id, service_id, app_id, name, draft, state, starts_at, timezone, updated_at)
       VALUES ($1, $2, $3, 'C', '{}', 'scheduled', '2030-01-01T00:00:00Z', 'UTC', now())`,
      [campaign, shop, app],
    );
    await database.query(
      `INSERT INTO audit_event (id, actor_kind, actor_id, service_id, action, entity_id, snapshot) VALUES ($1, 'job', 'seed', $2, 'app.create', 'x', '{"name":"N"}')`,
      [newId(), shop],
    );
    await migrate(database, all);
    expect(
      await database.query(`SELECT state, starts_at AS "startsAt", due_at AS "dueAt", started_at AS "startedAt" FROM campaign`),
    ).toEqual([
      { state: "scheduled", startsAt: new Date("2030-01-01T00:00:00Z"), dueAt: new Date("2030-01-01T00:00:00Z"), startedAt: null },
    ]);
    const [event] = await database.query<{ snapshot: string }>("SELECT snapshot FROM audit_event");
    expect(JSON.parse(event?.snapshot ?? "")).toEqual({ name: "N" });
  });

  it("finds the templates that campaigns name in their texts, and the versions in their plans", async () => {
    const [template, draft, broken] = [newId(), newId(), newId()];
    await database.query("INSERT INTO template (id, app_id, template_id, name) VALUES ($1, $2, 'welcome', 'W')", [template, app]);
    const insert = (id: string, state: string, text: string, request: string | null, plan: object | null) =>
      database.query(
        `INSERT INTO campaign (id, service_id, app_id, name, draft, request, plan, state, updated_at) VALUES ($1, $2, $3, 'C', $4, $5, $6::jsonb, $7, now())`,
        [id, shop, app, text, request, plan && JSON.stringify(plan), state],
      );
    await insert(campaign, "scheduled", "{}", '{"message":{"t\\u0065mplate":"welcome"}}', {
      shop: { sizeRule: "body", templateVersion: 3 },
    });
    await insert(draft, "draft", '{"request":{"message":{"template":"welcome@2"}},"reach":{"moreAppids":[]}}', null, null);
    await insert(broken, "draft", '{"request":', null, null);
    await migrate(database, all);
    expect(
      await database.query(`SELECT campaign_id AS campaign, app_id AS app, name, version FROM campaign_template ORDER BY version`),
    ).toEqual([
      { campaign: draft, app, name: "welcome", version: 2 },
      { campaign, app, name: "welcome", version: 3 },
    ]);
    expect(await database.query("SELECT plan FROM campaign WHERE plan IS NOT NULL")).toEqual([{ plan: { shop: { sizeRule: "body" } } }]);
  });

  it("gives each version of a template a hash", async () => {
    const template = newId();
    await database.query("INSERT INTO template (id, app_id, template_id, name) VALUES ($1, $2, 'welcome', 'W')", [template, app]);
    await database.query(
      `INSERT INTO template_version (id, template_id, version, blocks, parameters) VALUES ($1, $2, 1, '{"ios":{"text":"é"}}', '[{"name":"a"}]')`,
      [newId(), template],
    );
    await migrate(database, all);
    expect(await database.query("SELECT encode(hash, 'hex') AS hash FROM template_version")).toEqual([
      { hash: createHash("sha256").update('{"ios":{"text":"é"}}\n[{"name": "a"}]').digest("hex") },
    ]);
  });

  it("keeps tokens of Apple in small letters, and one device for each", async () => {
    const [upper, mixed, lower, android] = [newId(), newId(), newId(), newId()];
    const [one, two] = ["AB".repeat(32), "CD".repeat(32)];
    const insert = (id: string, kind: string, pushid: string) =>
      database.query("INSERT INTO device (id, app_id, kind, pushid, push_hash) VALUES ($1, $2, $3, $4, sha256(convert_to($4, 'UTF8')))", [
        id,
        app,
        kind,
        pushid,
      ]);
    await insert(upper, "ios", one);
    await insert(mixed, "ios", two);
    await insert(lower, "ios", two.toLowerCase());
    await insert(android, "android", one);
    await migrate(database, all);
    expect(
      await database.query("SELECT id, pushid, push_hash = sha256(convert_to(pushid, 'UTF8')) AS hashed, state FROM device ORDER BY id"),
    ).toEqual([
      { id: upper, pushid: one.toLowerCase(), hashed: true, state: "active" },
      { id: mixed, pushid: two, hashed: true, state: "removed" },
      { id: lower, pushid: two.toLowerCase(), hashed: true, state: "active" },
      { id: android, pushid: one, hashed: true, state: "active" },
    ]);
  });

  it("puts the making of a service into that service's own log", async () => {
    const record = (id: string, action: string, serviceId: string | null) =>
      database.query(
        `INSERT INTO audit_event (id, actor_kind, actor_id, service_id, action, entity_id) VALUES ($1, 'job', 'seed', $2, $3, $4)`,
        [newId(), serviceId, action, id],
      );
    await record(shop, "service.create", null);
    await record("everyone", "member.signOutEverywhere", null);
    await migrate(database, all);
    expect(await database.query(`SELECT action, service_id AS "serviceId" FROM audit_event ORDER BY id`)).toEqual([
      { action: "service.create", serviceId: shop },
      { action: "member.signOutEverywhere", serviceId: null },
    ]);
  });

  it("chains the events that there are, in their order, and goes on from there", async () => {
    const record = (name: string) =>
      database.query(
        `INSERT INTO audit_event (id, actor_kind, actor_id, service_id, action, entity_id, snapshot) VALUES ($1, 'job', 'seed', $2, 'audience.remove', 'x', $3::text::jsonb)`,
        [newId(), shop, JSON.stringify({ name })],
      );
    for (const name of ["Spring", "Été 👍", ""]) await record(name);
    await migrate(database, all);
    expect(await verifyAuditLog(database)).toMatchObject({ events: 3, wrong: 0, head: { seq: 3 } });
    await database.query(
      "INSERT INTO audit_event (id, actor_kind, actor_id, action, entity_id, snapshot) VALUES ($1, 'job', 'seed', 'app.create', 'x', '{}')",
      [newId()],
    );
    expect(await verifyAuditLog(database)).toMatchObject({ events: 4, wrong: 0 });
  });

  it("gives a message that was sent by hand its campaign", async () => {
    const transid = newId();
    await database.query(
      `INSERT INTO campaign (id, service_id, app_id, name, draft, state, transid, updated_at) VALUES ($1, $2, $3, 'C', '{}', 'sent', $4, now())`,
      [campaign, shop, app, transid],
    );
    for (const id of [transid, newId()])
      await database.query(
        `INSERT INTO message (id, service_id, app_id, request, effective_hash, accepted_at) VALUES ($1, $2, $3, ''::bytea, ''::bytea, now())`,
        [id, shop, app],
      );
    await migrate(database, all);
    expect(await database.query(`SELECT id, campaign_id AS "campaignId" FROM message ORDER BY campaign_id NULLS LAST`)).toEqual([
      { id: transid, campaignId: campaign },
      { id: expect.any(String), campaignId: null },
    ]);
  });

  it("goes on sending to the bundle ID that an app's messages were sent to", async () => {
    const [own, lent] = [newId(), newId()];
    await database.query("UPDATE app SET bundle_id = 'com.example.shop' WHERE id = $1", [app]);
    await database.query("INSERT INTO app (id, service_id, appid, name, client_key) VALUES ($1, $2, 'bank', 'Bank', 'cl')", [own, bank]);
    await database.query(
      "INSERT INTO app (id, service_id, appid, name, client_key, bundle_id) VALUES ($1, $2, 'web', 'Web', 'cm', 'unused')",
      [lent, bank],
    );
    for (const [id, provider] of [
      [app, "apns"],
      [own, "apns"],
      [lent, "webpush"],
    ])
      await database.query(
        `INSERT INTO credential (id, app_id, provider, settings, secret_sealed, updated_at) VALUES ($1, $2, $3, $4::jsonb, ''::bytea, now())`,
        [newId(), id, provider, provider === "apns" ? `{"keyId":"K","bundleId":"com.example.old"}` : "{}"],
      );
    await migrate(database, all);
    expect(await database.query("SELECT settings FROM credential ORDER BY id")).toEqual([
      { settings: { keyId: "K", bundleId: "com.example.shop" } },
      { settings: { keyId: "K", bundleId: "com.example.old" } },
      { settings: {} },
    ]);
  });
});

it("goes on suppressing whom it suppressed by another spelling of their token", async () => {
  const folder = mkdtempSync(join(tmpdir(), "clarion-migrations-"));
  for (const name of readdirSync(all)) if (name < "20261126020000") cpSync(join(all, name), join(folder, name), { recursive: true });
  const database = await openEmbedded(undefined);
  try {
    await migrate(database, folder);
    const service = newId();
    await database.query("INSERT INTO service (id, name) VALUES ($1, 'S')", [service]);
    for (const value of ["AB".repeat(32), "CD".repeat(32), "cd".repeat(32), "A user"])
      await database.query(
        "INSERT INTO suppression (id, service_id, kind, value, hash) VALUES ($1, $2, $3, $4, sha256(convert_to($4, 'UTF8')))",
        [newId(), service, value === "A user" ? "userid" : "pushid", value],
      );
    await migrate(database, all);
    expect(await database.query("SELECT value, hash = sha256(convert_to(value, 'UTF8')) AS hashed FROM suppression ORDER BY id")).toEqual(
      ["ab".repeat(32), "CD".repeat(32), "cd".repeat(32), "A user"].map((value) => ({ value, hashed: true })),
    );
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
