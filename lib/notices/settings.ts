import { memberIdOf } from "@/lib/auth/member";
import { seal } from "@/lib/auth/seal";
import { noticeWebhookPlace } from "@/lib/auth/sealed-places";
import type { Sql } from "@/lib/database/sql";
import { noticeSettingsSchema, noticeKinds, type NoticeKind } from "@/lib/inputs/notice";
import { nothingSchema } from "@/lib/inputs/row";
import { parseHttpUrl } from "@/lib/interface/url";
import { addressProblem } from "@/lib/outbound/guard";
import { canMail } from "@/lib/outbound/mail";
import { rejectInput } from "@/lib/verb/errors";
import { noService } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { view } from "@/lib/verb/view";

/** How a member wants to be notified, and how it went of late. */
export interface NoticeSettings {
  email: boolean;
  /** Host of the address that notices are posted to; null without one. */
  webhookHost: string | null;
  muted: NoticeKind[];
  /** Why the last notice did not get there, in a sentence; null where it did. */
  emailProblem: string | null;
  webhookProblem: string | null;
}

type SettingsRow = Omit<NoticeSettings, "muted"> & { muted: string[] };

/** How the signed-in member is notified. `canMail`: whether this installation sends e-mail. */
export const readNoticeSettings = view({
  action: "notice.see",
  input: nothingSchema,
  service: noService,
  run: async ({ sql, actor }): Promise<NoticeSettings & { canMail: boolean }> => {
    const { muted, ...settings } = await settingsOf(sql, memberIdOf(actor));
    return {
      ...settings,
      muted: noticeKinds.filter((kind) => muted.includes(kind)),
      canMail: canMail(),
    };
  },
});

const none: SettingsRow = {
  email: false,
  webhookHost: null,
  muted: [],
  emailProblem: null,
  webhookProblem: null,
};

async function settingsOf(sql: Sql, memberId: string | null): Promise<SettingsRow> {
  const [row] = await sql.query<SettingsRow>(
    `SELECT email, webhook_host AS "webhookHost", coalesce(muted, '{}') AS muted, email_problem AS "emailProblem", webhook_problem AS "webhookProblem" FROM notice_settings
     WHERE member_id = $1`,
    [memberId],
  );
  return row ?? none;
}

/**
 * Saves how the signed-in member wants to be notified. An empty address leaves the stored one;
 * {@link forgetNoticeWebhook} removes it. Only what begins from now on is sent by a way that was
 * not on before. Throws `RefusedError` at `/email` where nothing sends e-mail, at `/webhook` for an
 * address that may not be called.
 */
export const chooseNotices = verb({
  action: "notice.choose",
  input: noticeSettingsSchema,
  service: noService,
  run: async ({ tx, actor }, { email, webhook, kinds }) => {
    const muted = noticeKinds.filter((kind) => !kinds[kind]);
    const id = memberIdOf(actor) ?? rejectInput("Only a person has notices.");
    const before = await settingsOf(tx, id);
    if (email && !before.email && !canMail())
      rejectInput("This installation sends no e-mail: SMTP_URL is not set.", "/email");
    const problem = webhook === "" ? undefined : addressProblem(webhook);
    if (problem !== undefined) rejectInput(problem, "/webhook");
    const host = webhook === "" ? before.webhookHost : (parseHttpUrl(webhook)?.host ?? null);
    const isNew = (email && !before.email) || webhook !== "";
    await tx.query(
      `INSERT INTO notice_settings (member_id, email, webhook_sealed, webhook_host, muted) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (member_id) DO UPDATE SET email = $2, webhook_sealed = coalesce($3, notice_settings.webhook_sealed), webhook_host = $4, muted = $5,
       tell_from = CASE WHEN $6 THEN now() ELSE notice_settings.tell_from END, email_problem = CASE WHEN $2 THEN notice_settings.email_problem END,
       webhook_problem = CASE WHEN $3::bytea IS NULL THEN notice_settings.webhook_problem END`,
      [
        id,
        email,
        webhook === "" ? null : seal(webhook, noticeWebhookPlace(id)),
        host,
        muted,
        isNew,
      ],
    );
    return { row: null, entity: id, event: { email, webhook: host, muted } };
  },
});

/** Stops posting notices of the signed-in member to a webhook. */
export const forgetNoticeWebhook = verb({
  action: "noticeWebhook.forget",
  input: nothingSchema,
  service: noService,
  run: async ({ tx, actor }) => {
    const id = memberIdOf(actor) ?? rejectInput("Only a person has notices.");
    const [row] = await tx.query<{ email: boolean; muted: string[] }>(
      `UPDATE notice_settings SET webhook_sealed = NULL, webhook_host = NULL, webhook_problem = NULL WHERE member_id = $1 AND webhook_sealed IS NOT NULL
     RETURNING email, coalesce(muted, '{}') AS muted`,
      [id],
    );
    if (!row) return { unchanged: null };
    return { row: null, entity: id, event: { ...row, webhook: null } };
  },
});
