import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { testMember, testOwner } from "@/lib/auth/testing";
import { config } from "@/lib/config/config";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { expectLogged } from "@/lib/log/testing";
import { closeMail } from "@/lib/outbound/mail";
import { RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { countNotices, listNotices } from "./list";
import { seeNotices } from "./see";
import { chooseNotices, forgetNoticeWebhook, readNoticeSettings } from "./settings";
import { findToTell, startNotices } from "./tell";
import { testMailServer, testReceiver } from "./testing";
import { tryNotice } from "./try";

vi.stubEnv("NOTIFY_ALLOW", "127.0.0.1");

const kinds = { credential: true, campaign: true, approval: true, receiver: true, key: true };

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
    [own, foreign, adminId] = [newId(), newId(), newId()];
    await sql.query("INSERT INTO service (id, name) VALUES ($1, 'Own'), ($2, 'Foreign')", [
      own,
      foreign,
    ]);
    await sql.query(
      "INSERT INTO member (id, email, name, password_hash) VALUES ($1, 'admin@example.com', 'Admin', 'x')",
      [adminId],
    );
    await sql.query(
      "INSERT INTO membership (member_id, service_id, role) VALUES ($1, $2, 'admin')",
      [adminId, own],
    );
  }, 120_000);
  afterAll(() => sql.close(), 60_000);
  beforeEach(async () => {
    for (const table of [
      "credential",
      "approval",
      "campaign",
      '"update"',
      "webhook",
      "service_key",
      "jwt_secret",
      "app",
      "notice_settings",
      "notice_told",
      "job",
    ])
      await sql.script(`DELETE FROM ${table}`);
  });

  const refusedCredential = async (serviceId: string, name = "Shop") => {
    const appId = newId();
    await sql.query(
      "INSERT INTO app (id, service_id, appid, name, client_key) VALUES ($1, $2, $3, $4, $3)",
      [appId, serviceId, newId(), name],
    );
    await sql.query(
      `INSERT INTO credential (id, app_id, provider, settings, secret_sealed, flagged_at, flag_reason, updated_at)
       VALUES ($1, $2, 'fcm', '{}', ''::bytea, now(), 'invalid_grant', now())`,
      [newId(), appId],
    );
  };
  const key = (endsIn: string, madeAgo: string, more = "") =>
    sql.query(
      `INSERT INTO service_key (id, service_id, name, prefix, hash, created_at, expires_at${more === "" ? "" : `, ${more}`})
       VALUES ($1, $2, $3::text, 'ck_1234', $4, now() - $5::interval, now() + $3::text::interval${more === "" ? "" : ", $1"})`,
      [newId(), own, endsIn, Buffer.from(newId()), madeAgo],
    );

  it("lists what stands in the way and what ended badly, each while it is news", async () => {
    await refusedCredential(own);
    const campaign = (state: string, refused: number, ago: string) =>
      sql.query(
        `INSERT INTO campaign (id, service_id, name, draft, state, refused, requests, problem, updated_at)
         VALUES ($1, $2, $3::text, '', $3::text, $4, 7, 'The app is gone.', now() - $5::interval)`,
        [newId(), own, state, refused, ago],
      );
    await campaign("failed", 0, "1 hour");
    await campaign("sent", 3, "2 hours");
    await campaign("sent", 0, "1 hour");
    await campaign("failed", 0, "15 days");
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
    await key("3 days", "60 days");
    await key("-1 days", "60 days");
    await key("20 days", "60 days");
    await key("6 days", "1 hour");
    await key("2 hours", "22 hours");
    await key("1 hour", "60 days", "successor_id");
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
    await refusedCredential(own);
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
    await refusedCredential(own, "Theirs");
    await refusedCredential(foreign, "Of others");
    await key("1 days", "60 days");
    expect(await titles()).toHaveLength(2);
    expect(await titles(testMember({ [own]: { role: "marketer" } }))).toEqual([]);
    expect(await titles(testMember({ [foreign]: { role: "admin" } }))).toEqual([
      "Firebase refuses the credential of Of others",
    ]);
    expect(await titles(testMember({}))).toEqual([]);
    expect(await titles(testOwner())).toHaveLength(3);
  });

  it("asks those who may approve, but not the requester or the author, and notifies that one of the decision", async () => {
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
    const [told] = await listNotices({ actor: marketer(false, asker) }, {});
    expect(told).toMatchObject({ title: "“Spring” was declined", body: "By Admin: Wrong day" });
  });

  it("counts what began since the member looked, and never forgets that they did", async () => {
    await refusedCredential(own);
    const actor = admin();
    expect(await countNotices({ actor }, {})).toBe(1);
    const [notice] = await listNotices({ actor }, {});
    await seeNotices({ actor }, { until: notice?.at ?? "" });
    expect(await countNotices({ actor }, {})).toBe(0);
    await seeNotices({ actor }, { until: "2001-01-01T00:00:00.000Z" });
    expect(await countNotices({ actor }, {})).toBe(0);
    await refusedCredential(own, "Another");
    expect(await countNotices({ actor }, {})).toBe(1);
    // Nobody sees ahead.
    await seeNotices({ actor }, { until: "2999-01-01T00:00:00.000Z" });
    await sql.query("UPDATE credential SET flagged_at = now() + interval '1 second'");
    expect(await countNotices({ actor }, {})).toBe(2);
  });

  it("notifies once, by e-mail and webhook, what began since it was asked for, without what is muted", async () => {
    expectLogged(/a job failed and will be tried again/);
    const mail = await testMailServer();
    let status = 500;
    const receiver = await testReceiver(() => status);
    config().SMTP_URL = mail.url;
    config().SMTP_FROM = "clarion@example.com";
    try {
      await refusedCredential(own, "From before");
      await sql.query("UPDATE credential SET flagged_at = now() - interval '1 hour'");
      const actor = admin();
      await chooseNotices(
        { actor },
        { email: true, webhook: receiver.url, kinds: { ...kinds, key: false } },
      );
      expect(await readNoticeSettings({ actor }, {})).toMatchObject({
        email: true,
        webhookHost: new URL(receiver.url).host,
        muted: ["key"],
        canMail: true,
      });
      const kept = await sql.query<{ all: string }>(
        "SELECT row_to_json(s)::text AS all FROM notice_settings s",
      );
      expect(JSON.stringify([kept, await eventsOf(sql, null, "notice.choose")])).not.toContain(
        "secret-path",
      );
      await refusedCredential(own, "Shop & <Co>");
      await key("1 days", "60 days");
      await Promise.all([findToTell(sql), findToTell(sql)]);
      await findToTell(sql);
      expect(await sql.query("SELECT 1 FROM job")).toHaveLength(2);
      const stop = startNotices();
      await vi.waitFor(() => expect(mail.letters).toHaveLength(1), 60_000);
      await vi.waitFor(
        async () =>
          expect((await readNoticeSettings({ actor }, {})).webhookProblem).toBe("It answered 500."),
        60_000,
      );
      status = 200;
      await sql.query("UPDATE job SET next_at = now()");
      await vi.waitFor(
        async () => expect((await readNoticeSettings({ actor }, {})).webhookProblem).toBeNull(),
        60_000,
      );
      await stop();
      const [letter] = mail.letters;
      expect(letter?.to).toEqual(["admin@example.com"]);
      expect(letter?.raw).toMatch(
        /^Subject: \[Clarion\] Firebase refuses the credential of Shop & <Co>\r$/m,
      );
      expect(letter?.raw).not.toMatch(/From before|about to expire/);
      const body = JSON.parse(receiver.bodies.at(-1) ?? "") as {
        text: string;
        notices: { title: string; url: string }[];
      };
      expect(body.notices).toEqual([
        expect.objectContaining({
          service: "Own",
          title: "Firebase refuses the credential of Shop & <Co>",
        }),
      ]);
      expect(body.notices[0]?.url).toMatch(/^http:\/\/localhost:\d+\/settings\/apps\//);
      expect(body.text).toContain(body.notices[0]?.url);
      expect(mail.letters).toHaveLength(1);
      expect(await sql.query("SELECT 1 FROM job")).toHaveLength(0);
    } finally {
      delete config().SMTP_URL;
      delete config().SMTP_FROM;
      closeMail();
      await Promise.all([mail.stop(), receiver.stop()]);
    }
  }, 200_000);

  it("says why a way does not work when it is tried, and takes a webhook away again", async () => {
    const actor = admin();
    await expect(chooseNotices({ actor }, { email: true, webhook: "", kinds })).rejects.toThrow(
      RefusedError,
    );
    await expect(
      chooseNotices({ actor }, { email: false, webhook: "http://10.0.0.1/", kinds }),
    ).rejects.toThrow(RefusedError);
    await expect(tryNotice({ actor }, { way: "webhook" })).rejects.toThrow(RefusedError);
    const receiver = await testReceiver(() => 404);
    const mail = await testMailServer(["admin@example.com"]);
    config().SMTP_URL = mail.url;
    config().SMTP_FROM = "clarion@example.com";
    try {
      await chooseNotices({ actor }, { email: true, webhook: receiver.url, kinds });
      await expect(tryNotice({ actor }, { way: "webhook" })).rejects.toMatchObject({
        problems: [{ pointer: "/webhook", message: "It answered 404." }],
      });
      await expect(tryNotice({ actor }, { way: "email" })).rejects.toMatchObject({
        problems: [{ pointer: "/email", message: expect.stringContaining("550") as string }],
      });
      await forgetNoticeWebhook({ actor }, {});
      expect(await readNoticeSettings({ actor }, {})).toMatchObject({
        email: true,
        webhookHost: null,
        webhookProblem: null,
      });
      expect((await eventsOf(sql, null, "notice.choose")).at(-1)?.snapshot).toEqual({
        email: true,
        webhook: null,
        muted: [],
      });
    } finally {
      delete config().SMTP_URL;
      delete config().SMTP_FROM;
      closeMail();
      await Promise.all([receiver.stop(), mail.stop()]);
    }
  });
});
