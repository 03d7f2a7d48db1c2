import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testMember, testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { inTurn } from "./in-turn";
import { countNotices, listNotices } from "./list";
import { queueNotices } from "./notify";

interface Letter {
  notices: { service: string; title: string }[];
  more: number;
}

describe("notices of many services", () => {
  let sql: Database;
  let [quiet, noisy, quietAdmin, admin] = ["", "", "", ""];

  beforeAll(async () => {
    sql = await openTestDatabase();
    [quiet, noisy, quietAdmin, admin] = [newId(), newId(), newId(), newId()];
    await sql.query(
      "INSERT INTO service (id, name, notifyurl) VALUES ($1, 'Quiet', 'https://own.example/updates'), ($2, 'Noisy', NULL)",
      [quiet, noisy],
    );
    for (const [id, services] of [
      [quietAdmin, [quiet]],
      [admin, [quiet, noisy]],
    ] as const) {
      await sql.query(
        "INSERT INTO member (id, email, name, password_hash) VALUES ($1::uuid, $1::text || '@example.com', 'A', 'x')",
        [id],
      );
      await sql.query(
        "INSERT INTO membership (member_id, service_id, role) SELECT $1, s, 'admin' FROM unnest($2::uuid[]) s",
        [id, services],
      );
    }
  }, 120_000);
  afterAll(() => sql.close(), 60_000);
  beforeEach(async () => {
    for (const table of [
      "approval",
      "campaign",
      '"update"',
      "webhook",
      "notice_settings",
      "notice_told",
      "job",
    ])
      await sql.script(`DELETE FROM ${table}`);
    await sql.query(
      "INSERT INTO notice_settings (member_id, email, tell_from) SELECT id, true, now() - interval '1 day' FROM member",
    );
  });

  const failedCampaigns = (serviceId: string, count: number, ago: string) =>
    sql.query(
      `WITH campaigns AS (
         INSERT INTO campaign (id, service_id, name, draft, updated_at)
         SELECT gen_random_uuid(), $1, 'C' || n, '', now() - $3::interval - n * interval '1 millisecond' FROM generate_series(1, $2::int) n RETURNING *
       ), orders AS (
         INSERT INTO campaign_order (id, campaign_id, service_id, state, nonce, request, plan, recipients, updated_at)
         SELECT gen_random_uuid(), id, service_id, 'failed', gen_random_uuid()::text, '{}', '{}', 1, updated_at FROM campaigns
       ) SELECT 1`,
      [serviceId, count, ago],
    );
  const letters = async (memberId: string): Promise<Letter[]> =>
    (
      await sql.query<{ data: Letter }>(
        "SELECT data FROM job WHERE kind = 'notices.notify' AND data ->> 'memberId' = $1 ORDER BY id",
        [memberId],
      )
    ).map(({ data }) => data);
  const ofService = (rows: readonly { service: string }[], name: string) =>
    rows.filter(({ service }) => service === name);

  it("of one service hide none of another, in letters and in the list", async () => {
    await failedCampaigns(quiet, 1, "1 hour");
    await failedCampaigns(noisy, 250, "1 minute");
    await queueNotices(sql);
    expect(await letters(quietAdmin)).toMatchObject([{ notices: [{ service: "Quiet" }], more: 0 }]);
    // Of both services: each has its room, and what is not spelled out is counted.
    const [letter] = await letters(admin);
    expect(
      [ofService(letter?.notices ?? [], "Quiet"), ofService(letter?.notices ?? [], "Noisy")].map(
        ({ length }) => length,
      ),
    ).toEqual([1, 20]);
    expect(letter?.more).toBe(230);
    const owner = testOwner();
    const rows = await listNotices({ actor: owner }, {});
    expect(
      [ofService(rows, "Quiet"), ofService(rows, "Noisy")].map(({ length }) => length),
    ).toEqual([1, 100]);
    expect(rows.map(({ at }) => at)).toEqual(
      rows.map(({ at }) => at).toSorted((a, b) => b.localeCompare(a)),
    );
    expect(await countNotices({ actor: owner }, {})).toBe(101);
  });

  it("of notify URLs in requests hide neither a webhook nor the service's own notify URL", async () => {
    const webhook = newId();
    await sql.query(
      "INSERT INTO webhook (id, service_id, url, kinds) VALUES ($1, $2, 'https://hook.example/', '{read}')",
      [webhook, quiet],
    );
    const park = (receiver: string, origin: string, count: number, ago: string) =>
      sql.query(
        `INSERT INTO "update" (message_id, id, delivery_id, service_id, kind, receiver, url, origin, body, state, created_at)
         SELECT overlay(gen_random_uuid()::text PLACING '0190' FROM 1 FOR 4)::uuid, ('00000000-0000-7000-8000-' || lpad((1e6 - extract(epoch FROM $5::interval) + n)::int::text, 12, '0'))::uuid, gen_random_uuid(), $1, 'read', $2,
           replace($3, '%', n::text), replace($3, '%', n::text), ''::bytea, 'parked', now() - $5::interval FROM generate_series(1, $4::int) n`,
        [quiet, receiver, origin, count, ago],
      );
    await park("notifyurl", "https://own.example", 1, "3 hours");
    await park(webhook, "https://hook.example", 2, "2 hours");
    await park("notifyurl", "https://a%.example", 150, "1 hour");
    await park("notifyurl", "https://busy.example", 1_500, "10 minutes");
    const bodies = (
      await listNotices({ actor: testMember({ [quiet]: { role: "admin" } }, quietAdmin) }, {})
    ).map(({ body }) => body);
    expect(bodies).toHaveLength(100);
    expect(bodies).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^2 updates for https:\/\/hook\.example/),
        expect.stringMatching(/^1 update for https:\/\/own\.example/),
        expect.stringMatching(/1,000 .*https:\/\/busy\.example/),
      ]) as unknown,
    );
  });

  it("about decisions reach their requester, however many others there are", async () => {
    const campaign = newId();
    await sql.query(
      "INSERT INTO campaign (id, service_id, name, draft, updated_at) VALUES ($1, $2, 'Spring', '', now())",
      [campaign, quiet],
    );
    const decide = (askedBy: string, count: number, ago: string) =>
      sql.query(
        `INSERT INTO approval (id, service_id, campaign_id, state, subject, sha256, asked_by, decided_at)
         SELECT gen_random_uuid(), $1, $2, 'declined', '', '', $3, now() - $5::interval FROM generate_series(1, $4::int)`,
        [quiet, campaign, askedBy, count, ago],
      );
    await decide(quietAdmin, 1, "2 hours");
    await decide(newId(), 150, "1 hour");
    expect(
      await listNotices({ actor: testMember({ [quiet]: { role: "admin" } }, quietAdmin) }, {}),
    ).toHaveLength(1);
  });

  it("come in six letters an hour of each service at most, and what waited comes with the next", async () => {
    for (let n = 0; n < 8; n++) {
      await failedCampaigns(noisy, 1, "1 second");
      await queueNotices(sql);
    }
    expect((await letters(admin)).map(({ notices }) => notices.length)).toEqual([1, 1, 1, 1, 1, 1]);
    // Another service is not concerned.
    await failedCampaigns(quiet, 1, "1 second");
    await queueNotices(sql);
    expect((await letters(admin)).at(-1)?.notices).toMatchObject([{ service: "Quiet" }]);
    await sql.query("UPDATE notice_told SET at = at - interval '1 hour'");
    await queueNotices(sql);
    expect((await letters(admin)).at(-1)).toMatchObject({
      notices: [{ service: "Noisy" }, { service: "Noisy" }],
      more: 0,
    });
    await queueNotices(sql);
    expect(await letters(admin)).toHaveLength(8);
  });
});

describe("notices in turn", () => {
  const of = (...services: string[]) => services.map((serviceId, n) => ({ serviceId, n }));

  it("are the latest of each service first, then the next of each", () => {
    const order = (most: number, ofEach?: number) =>
      inTurn(of("a", "a", "a", "b", "a", "c", "b"), most, ofEach).map(({ n }) => n);
    expect(order(10)).toEqual([0, 3, 5, 1, 6, 2, 4]);
    expect(order(4)).toEqual([0, 3, 5, 1]);
    expect(order(10, 1)).toEqual([0, 3, 5]);
    expect(order(0)).toEqual([]);
  });
});
