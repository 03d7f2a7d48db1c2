import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { testMember } from "@/lib/auth/testing";
import { config } from "@/lib/config/config";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { expectLogged } from "@/lib/log/testing";
import { closeMail } from "@/lib/outbound/mail";
import { RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { queueNotices, startNotices } from "./notify";
import { chooseNotices, forgetNoticeWebhook, readNoticeSettings } from "./settings";
import {
  clearNotices,
  refusedCredential,
  testKey,
  testMailServer,
  testReceiver,
  testServices,
} from "./testing";
import { tryNotice } from "./try";

vi.stubEnv("NOTIFY_ALLOW", "127.0.0.1");

const kinds = { credential: true, campaign: true, approval: true, receiver: true, key: true };

describe("notices", () => {
  let sql: Database;
  let own: string;
  let adminId: string;
  const admin = () => testMember({ [own]: { role: "admin" } }, adminId);

  beforeAll(async () => {
    sql = await openTestDatabase();
    ({ own, adminId } = await testServices(sql));
  }, 120_000);
  afterAll(() => sql.close(), 60_000);
  beforeEach(() => clearNotices(sql));

  it("notifies once of each problem that is not muted, by e-mail and webhook", async () => {
    expectLogged(/a job failed and will be tried again/);
    const mail = await testMailServer();
    let status = 500;
    const receiver = await testReceiver(() => status);
    config().SMTP_URL = mail.url;
    config().SMTP_FROM = "clarion@example.com";
    try {
      await refusedCredential(sql, own, "From before");
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
      const stored = await sql.query<{ all: string }>(
        "SELECT row_to_json(s)::text AS all FROM notice_settings s",
      );
      expect(JSON.stringify([stored, await eventsOf(sql, null, "notice.choose")])).not.toContain(
        "secret-path",
      );
      await refusedCredential(sql, own, "Shop & <Co>");
      await testKey(sql, own, "1 days", "60 days");
      await Promise.all([queueNotices(sql), queueNotices(sql)]);
      await queueNotices(sql);
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
      expect((await eventsOf(sql, null, "noticeWebhook.forget")).at(-1)?.snapshot).toEqual({
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
