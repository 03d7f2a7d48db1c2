import { randomUUID } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyDatabase } from "./copy";
import { newId } from "./id";
import { asAdmin, urlOf } from "./testing";

const migrations = join(import.meta.dirname, "../../prisma/migrations");
// oxlint-disable-next-line node/no-process-env -- of the run of tests, not of the program
const { TEST_DATABASE_URL: server = "", TEST_SERVER_TEMPLATE: template = "" } = process.env;
const databaseNames: string[] = [];

/** A new database: a migrated one, or an empty one. */
async function newDatabase(from = "template0"): Promise<string> {
  const name = `clarion_copy_${randomUUID().replaceAll("-", "")}`;
  await asAdmin(server, `CREATE DATABASE ${name} TEMPLATE ${from}`);
  databaseNames.push(name);
  return urlOf(server, name);
}

async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

const event = `INSERT INTO audit_event (id, at, actor_kind, actor_id, action, entity_id, snapshot) VALUES ($1, now(), 'job', 'test', 'service.create', 'x', '{}')`;
const chain =
  "SELECT seq::text, encode(prev_hash, 'hex') AS previous, encode(hash, 'hex') AS hash FROM audit_event ORDER BY seq";
const objects = `SELECT conrelid::regclass::text AS place, pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT tgrelid::regclass::text, pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2`;

describe("copying a database", () => {
  let from = "";
  const service = newId();
  const name = "Läden \\ “a”\t\u{1F600}\nb";

  beforeAll(async () => {
    from = await newDatabase(template);
    await query(
      from,
      "INSERT INTO service (id, name, signing_secret_sealed) VALUES ($1, $2, '\\x00ff5c'::bytea)",
      [service, name],
    );
    for (let n = 0; n < 3; n += 1) await query(from, event, [newId()]);
    // The number of an attribute that was removed is not given out again.
    for (const attribute of ["plan", "age"])
      await query(
        from,
        "INSERT INTO user_attribute (service_id, name, type) VALUES ($1, $2, 'text')",
        [service, attribute],
      );
    await query(from, "DELETE FROM user_attribute WHERE name = 'age'");
    await query(
      from,
      "INSERT INTO job (id, kind, data, next_at) VALUES (gen_random_uuid(), 'none', '{\"b\": 1.50, \"a\": [null]}', now())",
    );
  });
  afterAll(async () => {
    for (const one of databaseNames)
      await asAdmin(server, `DROP DATABASE IF EXISTS ${one} WITH (FORCE)`);
  });

  it("copies each row as it is into the schema of the migrations", async () => {
    const to = await newDatabase();
    const { tables, inFlight } = await copyDatabase({ from, to }, migrations);
    expect(inFlight).toEqual({ deliveries: 0, updates: 0, jobs: 1, campaigns: 0 });
    expect(tables.filter(({ rows }) => rows > 0)).toEqual([
      { name: "audit_event", rows: 3 },
      { name: "audit_head", rows: 1 },
      { name: "job", rows: 1 },
      { name: "service", rows: 1 },
      { name: "user_attribute", rows: 1 },
    ]);
    const [row] = await query<{ name: string; secret: Buffer }>(
      to,
      "SELECT name, signing_secret_sealed AS secret FROM service",
    );
    expect(row).toEqual({ name, secret: Buffer.from([0, 0xff, 0x5c]) });
    const numbers = "SELECT sequencename, last_value::int FROM pg_sequences ORDER BY 1";
    expect(await query(to, numbers)).toEqual([
      { sequencename: "service_user_number_seq", last_value: null },
      { sequencename: "user_attribute_key_seq", last_value: 2 },
    ]);
    for (const all of [chain, "SELECT * FROM job", "SELECT * FROM service", objects])
      expect(await query(to, all)).toEqual(await query(from, all));
    // The chain of the audit log goes on at its end.
    await query(to, event, [newId()]);
    const events = await query<{ seq: string; previous: string; hash: string }>(to, chain);
    expect(events[3]).toMatchObject({ seq: "4", previous: events[2]?.hash });
  });

  it.each([
    ["moves the installation", false, "x", []],
    ["marks the copy as a copy", true, "x", ["copy"]],
    ["marks the copy of a database without a place as a copy", true, undefined, ["copy"]],
  ])("%s", async (_what, asCopy, place, places) => {
    const [source, to] = [await newDatabase(template), await newDatabase()];
    if (place !== undefined)
      await query(source, "INSERT INTO setting (name, value) VALUES ('installation_place', $1)", [
        place,
      ]);
    await copyDatabase({ from: source, to, asCopy }, migrations);
    const rows = await query<{ value: string }>(
      to,
      "SELECT value FROM setting WHERE name = 'installation_place'",
    );
    expect(rows.map(({ value }) => value)).toEqual(places);
  });

  it("leaves a database alone that is not empty, and says what it has", async () => {
    const to = await newDatabase();
    await query(to, "CREATE TABLE theirs (id int)");
    await expect(copyDatabase({ from, to }, migrations)).rejects.toThrow(
      "The database of --to is not empty (it has theirs). Name an empty one: createdb makes it. Nothing was changed.",
    );
    expect(
      await query(to, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"),
    ).toEqual([{ relname: "theirs" }]);
  });

  it("refuses while Clarion runs on the source, and leaves the target empty", async () => {
    const to = await newDatabase();
    const running = new pg.Client({ connectionString: from, application_name: "clarion" });
    await running.connect();
    await expect(copyDatabase({ from, to }, migrations)).rejects.toThrow(
      "The source database is in use (by clarion). Stop all processes of Clarion",
    );
    await running.end();
    // Also where its address gives its connections another name.
    const renamed = new pg.Client({ connectionString: from, application_name: "push" });
    await renamed.connect();
    await expect(copyDatabase({ from, to }, migrations)).rejects.toThrow("is in use (by push)");
    await renamed.end();
    expect(
      await query(to, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"),
    ).toEqual([]);
  });

  it("copies into the schema that the user's search path begins with, and takes only that for its own", async () => {
    const to = await newDatabase();
    const own = `${to}?options=${encodeURIComponent("-c search_path=own,public")}`;
    await query(to, "CREATE TABLE theirs (id int)");
    await query(to, "CREATE SCHEMA own");
    const { tables } = await copyDatabase({ from, to: own }, migrations);
    expect(tables.find(({ name: table }) => table === "audit_event")).toEqual({
      name: "audit_event",
      rows: 3,
    });
    expect(await query(to, "SELECT count(*)::int AS events FROM own.audit_event")).toEqual([
      { events: 3 },
    ]);
    await expect(copyDatabase({ from, to: own }, migrations)).rejects.toThrow(
      "The database of --to is not empty",
    );
  });

  it("says in one sentence what a server refuses", async () => {
    const to = await newDatabase();
    await query(to, "REVOKE CREATE ON SCHEMA public FROM PUBLIC");
    await query(to, "CREATE ROLE clarion_copy_guest LOGIN PASSWORD 'guest'");
    const guest = new URL(to);
    Object.assign(guest, { username: "clarion_copy_guest", password: "guest" });
    await expect(copyDatabase({ from, to: guest.href }, migrations)).rejects.toThrow(
      "The copy failed (permission denied for schema public, 42501). Nothing was changed in the database of --to. Make the user of --to the owner",
    );
    await query(to, "DROP ROLE clarion_copy_guest");
    await expect(
      copyDatabase({ from: "postgresql://127.0.0.1:1/none", to }, migrations),
    ).rejects.toThrow("correct the address in DATABASE_URL");
  });

  it("refuses a source of another version", async () => {
    const [older, to] = [await newDatabase(template), await newDatabase()];
    await query(older, "UPDATE _prisma_migrations SET checksum = 'other'");
    await expect(copyDatabase({ from: older, to }, migrations)).rejects.toThrow(
      "Start this version of Clarion on it once, stop it, and copy again.",
    );
    expect(
      await query(to, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"),
    ).toEqual([]);
  });

  it("names --to where its server cannot be used", async () => {
    await expect(
      copyDatabase({ from, to: "postgresql://127.0.0.1:1/none" }, migrations),
    ).rejects.toThrow(
      "No PostgreSQL server listens at 127.0.0.1:1. Start it, or correct the address in --to.",
    );
  });
});
