import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase, storeCampaign } from "@/lib/database/testing";
import { mediaStore } from "@/lib/storage/media-store";
import { endings } from "./endings";
import { tidyUp } from "./tidy-up";

vi.stubEnv("APP_SECRET", "a secret of at least thirty-two characters");

describe("what ends", () => {
  let sql: Database;
  let [serviceId, memberId, appId] = ["", "", ""];

  beforeAll(async () => {
    sql = await openTestDatabase();
    [serviceId, memberId, appId] = [newId(), newId(), newId()];
    await sql.query("INSERT INTO service (id, name) VALUES ($1, 'Own')", [serviceId]);
    await sql.query(
      "INSERT INTO member (id, email, name, password_hash) VALUES ($1::uuid, $1::text || '@example.com', 'A', 'x')",
      [memberId],
    );
    await sql.query(
      "INSERT INTO app (id, service_id, appid, name, client_key) VALUES ($1::uuid, $2, $1::text, 'Shop', $1::text)",
      [appId, serviceId],
    );
  }, 120_000);
  afterAll(() => sql.close(), 60_000);

  const list = async ({
    recipients = 3,
    ready = true,
    age = "2 days",
    removed,
  }: {
    recipients?: number;
    ready?: boolean;
    age?: string;
    removed?: string;
  }) => {
    const id = newId();
    await sql.query(
      `INSERT INTO audience (id, service_id, name, recipients, summary, created_by, created_at, ready_at, removed_at)
       VALUES ($1::uuid, $2, $1::text, $3, '{"kinds": {"userid": 1}}', $4, now() - $5::interval, CASE WHEN $6::bool THEN now() END, now() - $7::interval)`,
      [id, serviceId, recipients, memberId, age, ready, removed ?? null],
    );
    await sql.query(
      `INSERT INTO audience_recipient (audience_id, destination_type, destination, hash, position)
       SELECT $1, 'userid', 'u' || n, sha256(convert_to('u' || n, 'UTF8')), n - 1 FROM generate_series(1, $2::int) n`,
      [id, recipients],
    );
    return id;
  };
  const leftOf = async (id: string) => {
    const [row] = await sql.query<{ lists: number; summary: string | null; recipients: number }>(
      `SELECT (SELECT count(*)::int FROM audience WHERE id = $1) AS lists, (SELECT summary::text FROM audience WHERE id = $1) AS summary,
         (SELECT count(*)::int FROM audience_recipient WHERE audience_id = $1) AS recipients`,
      [id],
    );
    return row;
  };
  const gone = { lists: 0, summary: null, recipients: 0 };

  it("takes removed lists with their recipients, and unfinished uploads", async () => {
    const removed = await list({ removed: "1 day", recipients: 7_000 });
    const unfinished = await list({ ready: false });
    const [present, young, justRemoved] = [
      await list({}),
      await list({ ready: false, age: "1 hour" }),
      await list({ removed: "1 minute" }),
    ];
    await sql.query(
      "INSERT INTO member (id, email, name, password_hash) VALUES ($1::uuid, 'left@example.com', 'Left', 'x')",
      [newId()],
    );
    await Promise.all([tidyUp(), tidyUp()]);
    await tidyUp();
    expect([await leftOf(removed), await leftOf(unfinished)]).toEqual([gone, gone]);
    for (const id of [present, young, justRemoved])
      expect(await leftOf(id)).toMatchObject({ lists: 1, recipients: 3 });
  });

  it("leaves a removed list to a campaign that was confirmed with it, and to a past one its name alone", async () => {
    const id = await list({ removed: "2 days" });
    const campaign = (state: string) =>
      storeCampaign(sql, { serviceId, order: { state, audience_id: id } });
    await campaign("sent");
    await campaign("scheduled");
    await tidyUp();
    expect(await leftOf(id)).toMatchObject({ lists: 1, recipients: 3 });
    await sql.query("UPDATE campaign_order SET state = 'sent' WHERE audience_id = $1", [id]);
    await tidyUp();
    expect(await leftOf(id)).toEqual({ lists: 1, summary: "{}", recipients: 0 });
    await tidyUp();
    await sql.query("DELETE FROM campaign_order WHERE audience_id = $1", [id]);
    await tidyUp();
    expect(await leftOf(id)).toEqual(gone);
  });

  /** For each table: rows that have ended, and one that has not, as values of these columns. */
  const cases: Record<string, { columns: string; ended: string[]; lasting: string[] }> = {
    preview_link: {
      columns: "id, template_id, token_hash, expires_at, revoked_at",
      ended: [
        "gen_random_uuid(), TEMPLATE, HASH, now() - interval '25 hours', NULL",
        "gen_random_uuid(), TEMPLATE, HASH, now() + interval '1 day', now() - interval '25 hours'",
      ],
      lasting: ["gen_random_uuid(), TEMPLATE, HASH, now() + interval '1 day', NULL"],
    },
    service_key: {
      columns: "id, service_id, name, prefix, hash, revoked_at, expires_at",
      ended: [
        "gen_random_uuid(), SERVICE, 'k', 'ck', HASH, now() - interval '25 hours', NULL",
        "gen_random_uuid(), SERVICE, 'k', 'ck', HASH, NULL, now() - interval '15 days'",
      ],
      lasting: [
        "gen_random_uuid(), SERVICE, 'k', 'ck', HASH, NULL, NULL",
        "gen_random_uuid(), SERVICE, 'k', 'ck', HASH, NULL, now() - interval '13 days'",
      ],
    },
    service_key_use: {
      columns: "key_id, hour, address, calls",
      ended: ["gen_random_uuid(), now() - interval '49 hours', '', 1"],
      lasting: ["gen_random_uuid(), now() - interval '47 hours', '', 1"],
    },
    jwt_secret: {
      columns: "id, service_id, sealed, expires_at, replaced",
      ended: [
        "gen_random_uuid(), SERVICE, HASH, now() - interval '15 days', false",
        "gen_random_uuid(), SERVICE, HASH, now() - interval '25 hours', true",
      ],
      lasting: ["gen_random_uuid(), SERVICE, HASH, NULL, false"],
    },
    notify_auth: {
      columns: "id, service_id, name, kind, deleted_at",
      ended: ["'gone', SERVICE, 'n', 'none', now() - interval '25 hours'"],
      lasting: ["'there', SERVICE, 'n', 'none', NULL"],
    },
    session: {
      columns: "id, member_id, epoch, signed_in_at, seen_at",
      ended: [
        "gen_random_uuid(), MEMBER, 0, now() - interval '8 days', now()",
        "gen_random_uuid(), MEMBER, 0, now() - interval '1 day', now() - interval '13 hours'",
        "gen_random_uuid(), MEMBER, 7, now(), now()",
      ],
      lasting: ["gen_random_uuid(), MEMBER, 0, now(), now()"],
    },
    sign_in_step: {
      columns: "token_hash, network, expires_at",
      ended: ["HASH, '::1', now() - interval '1 second'"],
      lasting: ["HASH, '::1', now() + interval '1 minute'"],
    },
    sign_in_failure: {
      columns: "bucket, count, until",
      ended: ["gen_random_uuid()::text, 1, now() - interval '2 hours'"],
      lasting: ["gen_random_uuid()::text, 1, now()"],
    },
    password_reset: {
      columns: "member_id, token_hash, expires_at, mailed",
      ended: ["MEMBER, HASH, now() - interval '1 second', false"],
      lasting: ["MEMBER, HASH, now() + interval '1 hour', true"],
    },
    invitation: {
      columns: "id, service_id, email, role, token_hash, created_by, expires_at",
      ended: [
        "gen_random_uuid(), SERVICE, 'a@example.com', 'viewer', HASH, MEMBER, now() - interval '25 hours'",
      ],
      lasting: [
        "gen_random_uuid(), SERVICE, 'b@example.com', 'viewer', HASH, MEMBER, now() + interval '1 hour'",
      ],
    },
    notice_told: {
      columns: "member_id, notice, service_id, at",
      ended: ["MEMBER, 'old', SERVICE, now() - interval '61 days'"],
      lasting: ["MEMBER, 'young', SERVICE, now() - interval '59 days'"],
    },
    quota_use: {
      columns: "endpoint, project, minute, requests, throttled",
      ended: ["'e', 'p', now() - interval '26 hours', 1, 0"],
      lasting: ["'e', 'p', now(), 1, 0"],
    },
    frequency_count: {
      columns: "service_id, userid, orders, last_at",
      ended: ["SERVICE, 'a', '{}', now() - interval '34 days'"],
      lasting: ["SERVICE, 'b', '{}', now() - interval '32 days'"],
    },
    rate_bucket: {
      columns: "service_id, tokens, at",
      ended: ["gen_random_uuid(), 0, now() - interval '25 hours'"],
      lasting: ["gen_random_uuid(), 0, now()"],
    },
    device: {
      columns: "id, app_id, kind, pushid, push_hash, state, state_at, state_reason",
      ended: [
        "gen_random_uuid(), APP, 'ios', 'a', HASH, 'invalid', now() - interval '91 days', NULL",
        "gen_random_uuid(), APP, 'ios', 'd', HASH, 'removed', now() - interval '25 hours', 'removed by the app'",
      ],
      lasting: [
        "gen_random_uuid(), APP, 'ios', 'b', HASH, 'removed', now() - interval '89 days', 'retired in the console'",
        "gen_random_uuid(), APP, 'ios', 'c', HASH, 'active', now() - interval '91 days', NULL",
        "gen_random_uuid(), APP, 'ios', 'e', HASH, 'removed', now() - interval '23 hours', 'removed by the app'",
      ],
    },
    early_receipt: {
      columns: "message_id, id, app_id, receipt, at",
      ended: ["gen_random_uuid(), gen_random_uuid(), APP, '{}', now() - interval '49 hours'"],
      lasting: ["gen_random_uuid(), gen_random_uuid(), APP, '{}', now() - interval '47 hours'"],
    },
    idempotency_record: {
      columns: "service_id, key, body_hash, status, reply, created_at",
      ended: ["SERVICE, 'old', HASH, 200, HASH, now() - interval '25 hours'"],
      lasting: ["SERVICE, 'young', HASH, 200, HASH, now()"],
    },
  };

  it.each(Object.entries(cases))(
    "takes ended rows of %s, and no others",
    async (table, { columns, ended, lasting }) => {
      const templateId = newId();
      await sql.query(
        "INSERT INTO template (id, app_id, template_id, name) VALUES ($1::uuid, $2, $1::text, 'T')",
        [templateId, appId],
      );
      await sql.script(`DELETE FROM ${table}`);
      const values = (row: string) =>
        row
          .replaceAll("TEMPLATE", `'${templateId}'::uuid`)
          .replaceAll("SERVICE", `'${serviceId}'::uuid`)
          .replaceAll("MEMBER", `'${memberId}'::uuid`)
          .replaceAll("APP", `'${appId}'::uuid`)
          .replaceAll("HASH", "sha256(convert_to(gen_random_uuid()::text, 'UTF8'))");
      for (const row of [...ended, ...lasting])
        await sql.script(`INSERT INTO ${table} (${columns}) SELECT ${values(row)}`);
      await tidyUp();
      const [left] = await sql.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`, []);
      expect(left?.n).toBe(lasting.length);
    },
  );

  it("takes files that were stored for an upload that got no row, and leaves those that a service has", async () => {
    const files = [0, 1, 2].map(
      () => ({ sha256: `${newId().replaceAll("-", "")}`.repeat(2), type: "png" }) as const,
    );
    const [orphan, owned, young] = files;
    for (const file of files) await mediaStore().put(file, Buffer.from("x"));
    await sql.query(
      "INSERT INTO media (id, service_id, sha256, type, bytes, width, height, name) VALUES ($1, $2, $3, 'png', 1, 1, 1, 'Logo')",
      [newId(), serviceId, owned?.sha256],
    );
    await sql.query(
      "INSERT INTO media_upload (sha256, type, created_at) SELECT s, 'png', now() - interval '25 hours' FROM unnest($1::text[]) s",
      [[orphan?.sha256, owned?.sha256]],
    );
    await sql.query("INSERT INTO media_upload (sha256, type) VALUES ($1, 'png')", [young?.sha256]);
    await tidyUp();
    expect(await Promise.all(files.map((file) => mediaStore().has(file)))).toEqual([
      false,
      true,
      true,
    ]);
    expect(await sql.query<{ sha256: string }>("SELECT sha256 FROM media_upload")).toEqual([
      { sha256: young?.sha256 },
    ]);
  });
});

describe("docs/administration.md", () => {
  const page = readFileSync("docs/administration.md", "utf8");
  const section = page.slice(page.indexOf("## What is kept for how long"));
  const rows = section
    .split("\n## ")[0]
    ?.split("\n")
    .filter((line) => line.startsWith("| "))
    .flatMap((line) =>
      [...(line.split("|")[2] ?? "").matchAll(/`([a-z_]+)`/g)].map(([, table]) => table ?? ""),
    );

  it("states for each table, once, how long its rows are stored, and lists nothing else", () => {
    const schema = readdirSync("prisma/schema").map((file) =>
      readFileSync(join("prisma/schema", file), "utf8"),
    );
    const tables = schema.flatMap((text) =>
      [...text.matchAll(/@@map\("(\w+)"\)/g)].map(([, table]) => table ?? ""),
    );
    expect(tables.length).toBeGreaterThan(40);
    expect(rows?.toSorted()).toEqual(tables.toSorted());
  });

  it("has each table of which rows end by themselves", () => {
    for (const name of Object.keys(endings)) expect(rows).toContain(name.split(".")[0]);
  });
});
