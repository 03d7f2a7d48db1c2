import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testMember, testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase, storeCampaign } from "@/lib/database/testing";
import { countNotices, listNotices } from "./list";
import { seeNotices } from "./see";
import { clearNotices, refusedCredential, testKey, testServices } from "./testing";

describe("notices", () => {
  let sql: Database;
  let own: string;
  let foreign: string;
  const admin = () => testMember({ [own]: { role: "admin" } }, adminId);
  let adminId: string;
  const titles = async (actor = admin()) =>
    (await listNotices({ actor }, {})).map(({ title }) => title);

  beforeAll(async () => {
    sql = await openTestDatabase();
    ({ own, foreign, adminId } = await testServices(sql));
  }, 120_000);
  afterAll(() => sql.close(), 60_000);
  beforeEach(() => clearNotices(sql));

  it("say that a campaign missed its time, until a member decides", async () => {
    const { id } = await storeCampaign(sql, {
      serviceId: own,
      name: "Late",
      order: { state: "scheduled", overdue_at: new Date() },
    });
    expect(await titles()).toEqual(["“Late” missed its time"]);
    await sql.query("UPDATE campaign_order SET overdue_at = NULL WHERE campaign_id = $1", [id]);
    expect(await titles()).toEqual([]);
  });

  it("lists what stands in the way and what ended badly, each while it is news", async () => {
    await refusedCredential(sql, own);
    const campaign = (state: string, refused: number, hoursAgo: number, archived = false) =>
      storeCampaign(sql, {
        serviceId: own,
        name: state,
        archived,
        updatedAt: new Date(Date.now() - hoursAgo * 3_600_000),
        order: { state, refused, requests: 7, problem: "The app is gone." },
      });
    await campaign("failed", 0, 1);
    await campaign("sent", 3, 2);
    await campaign("sent", 0, 1);
    await campaign("failed", 0, 15 * 24);
    await campaign("failed", 0, 1, true);
    const update = (receiver: string, origin: string, state: string) =>
      sql.query(
        `INSERT INTO "update" (message_id, id, delivery_id, service_id, kind, receiver, url, origin, body, state, created_at)
         VALUES ($1, $2, $1, $3, 'read', $4, $5, $5, ''::bytea, $6, now())`,
        [newId(), newId(), own, receiver, origin, state],
      );
    await update("notifyurl", "https://a.example", "parked");
    await update("notifyurl", "https://a.example", "parked");
    await update("notifyurl", "https://b.example", "sent");
    const webhook = (switchedOff: boolean, url: string) =>
      sql.query(
        `INSERT INTO webhook (id, service_id, url, kinds, disabled_at, switched_off) VALUES ($1, $2, $3, '{read}', now(), $4)`,
        [newId(), own, url, switchedOff],
      );
    await webhook(false, "https://gone.example/");
    const [gone] = await sql.query<{ id: string }>("SELECT id FROM webhook");
    await update(gone?.id ?? "", "https://gone.example", "parked");
    await webhook(true, "https://off.example/");
    await testKey(sql, own, "3 days", "60 days");
    await testKey(sql, own, "-1 days", "60 days");
    await testKey(sql, own, "20 days", "60 days");
    await testKey(sql, own, "6 days", "1 hour");
    await testKey(sql, own, "2 hours", "22 hours");
    await testKey(sql, own, "1 hour", "60 days", "successor_id");
    const jwtSecret = (endsIn: string, replaced: boolean) =>
      sql.query(
        "INSERT INTO jwt_secret (id, service_id, sealed, created_at, expires_at, replaced) VALUES ($1, $2, ''::bytea, now() - interval '60 days', now() + $3::interval, $4)",
        [newId(), own, endsIn, replaced],
      );
    await jwtSecret("3 days", false);
    await jwtSecret("40 days", false);
    await jwtSecret("1 hour", true);
    const rows = await listNotices({ actor: admin() }, {});
    expect(
      rows
        .map(({ title, body }) => `${title}: ${body}`)
        .toSorted((a, b) => a.localeCompare(b, "en")),
    ).toEqual([
      expect.stringMatching(/^“failed” was not sent: The app is gone\.$/),
      expect.stringMatching(
        /^A webhook answered 410 Gone and was switched off: https:\/\/gone\.example\//,
      ),
      expect.stringMatching(
        /^Delivery updates were parked: 2 updates for https:\/\/a\.example could not/,
      ),
      expect.stringMatching(
        /^Firebase refuses the credential of Shop: Google does not accept this private key/,
      ),
      expect.stringMatching(/^Part of “sent” was refused: 3 requests of 7 were refused\.$/),
      expect.stringMatching(
        /^The JWT secret of Own is about to expire: Tokens that it signs are refused from /,
      ),
      expect.stringMatching(/^The key “-1 days” has expired: /),
      expect.stringMatching(/^The key “2 hours” is about to expire: /),
      expect.stringMatching(/^The key “3 days” is about to expire: /),
    ]);
    for (const { href, at } of rows) {
      expect(href).toContain(`?service=${own}`);
      expect(Date.parse(at)).toBeLessThanOrEqual(Date.now() + 60_000);
    }
  });

  it("lists a certificate from thirty days before it ends, and once it has", async () => {
    await refusedCredential(sql, own);
    const notices = async (endsIn: string) => {
      await sql.query(
        "UPDATE credential SET flagged_at = NULL, updated_at = now() - interval '1 year', expires_at = now() + $1::interval",
        [endsIn],
      );
      return (await listNotices({ actor: admin() }, {})).map(({ kind, title, body, at }) => ({
        kind,
        title,
        body,
        days: Math.round((Date.now() - Date.parse(at)) / 86_400_000),
      }));
    };
    expect(await notices("31 days")).toEqual([]);
    expect(await notices("29 days")).toEqual([
      {
        kind: "credential",
        title: "The certificate of Shop for Firebase is about to expire",
        body: expect.stringMatching(/^Nothing is sent with it from .* on\. Replace it/) as string,
        days: 1,
      },
    ]);
    expect(await notices("-3 days")).toEqual([
      {
        kind: "credential",
        title: "The certificate of Shop for Firebase has expired",
        body: expect.stringMatching(/^Messages have waited since/) as string,
        days: 3,
      },
    ]);
  });

  it("notifies those who can do something about it, in their services alone", async () => {
    await refusedCredential(sql, own, "Theirs");
    await refusedCredential(sql, foreign, "Of others");
    await testKey(sql, own, "1 days", "60 days");
    expect(await titles()).toHaveLength(2);
    expect(await titles(testMember({ [own]: { role: "marketer" } }))).toEqual([]);
    expect(await titles(testMember({ [foreign]: { role: "admin" } }))).toEqual([
      "Firebase refuses the credential of Of others",
    ]);
    expect(await titles(testMember({}))).toEqual([]);
    expect(await titles(testOwner())).toHaveLength(3);
  });

  it("asks the other members who may approve, and notifies the requester", async () => {
    const [asker, writer] = [newId(), newId()];
    await sql.query(
      "INSERT INTO member (id, email, name, password_hash) VALUES ($1::uuid, $1::text || '@example.com', 'Lin', 'x')",
      [asker],
    );
    const campaign = newId();
    await sql.query(
      "INSERT INTO campaign (id, service_id, name, draft, updated_at) VALUES ($1, $2, 'Spring', '', now())",
      [campaign, own],
    );
    await sql.query(
      `INSERT INTO approval (id, service_id, campaign_id, subject, sha256, note, asked_by, edited_by) VALUES ($1, $2, $3, '', '', 'Before noon', $4, $5)`,
      [newId(), own, campaign, asker, writer],
    );
    const [notice] = await listNotices({ actor: admin() }, {});
    expect(notice).toMatchObject({
      title: "“Spring” waits for approval",
      body: "Lin asked: Before noon",
      href: `/campaigns/${campaign}?service=${own}`,
    });
    expect(notice).not.toHaveProperty("notFor");
    const marketer = (mayApprove: boolean, id?: string) =>
      testMember({ [own]: { role: "marketer", mayApprove } }, id);
    expect(await titles(marketer(true))).toHaveLength(1);
    expect(await titles(marketer(false))).toEqual([]);
    for (const id of [asker, writer])
      expect(await titles(testMember({ [own]: { role: "admin" } }, id))).toEqual([]);
    await sql.query(
      "UPDATE approval SET state = 'declined', decided_at = now(), decided_by = $1, reason = 'Wrong day'",
      [adminId],
    );
    expect(await titles(admin())).toEqual([]);
    const [decision] = await listNotices({ actor: marketer(false, asker) }, {});
    expect(decision).toMatchObject({ title: "“Spring” was declined", body: "By Admin: Wrong day" });
  });

  it("counts what began since the member looked, and never forgets that they did", async () => {
    await refusedCredential(sql, own);
    const actor = admin();
    expect(await countNotices({ actor }, {})).toBe(1);
    const [notice] = await listNotices({ actor }, {});
    await seeNotices({ actor }, { until: notice?.at ?? "" });
    expect(await countNotices({ actor }, {})).toBe(0);
    await seeNotices({ actor }, { until: "2001-01-01T00:00:00.000Z" });
    expect(await countNotices({ actor }, {})).toBe(0);
    await refusedCredential(sql, own, "Another");
    expect(await countNotices({ actor }, {})).toBe(1);
    // No member sees ahead.
    await seeNotices({ actor }, { until: "2999-01-01T00:00:00.000Z" });
    await sql.query("UPDATE credential SET flagged_at = now() + interval '1 second'");
    expect(await countNotices({ actor }, {})).toBe(2);
  });
});
