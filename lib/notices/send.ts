import type { z } from "zod";
import { unseal } from "@/lib/auth/seal";
import { noticeWebhookPlace } from "@/lib/auth/sealed-places";
import { config } from "@/lib/config/config";
import type { Sql } from "@/lib/database/sql";
import { asSentence } from "@/lib/inputs/answer";
import type { NoticeWay, noticeTextSchema } from "@/lib/inputs/notice";
import { paths } from "@/lib/inputs/paths";
import { ForbiddenAddressError } from "@/lib/outbound/errors";
import { guardedPost } from "@/lib/outbound/guarded";
import { mailProblem, sendMail } from "@/lib/outbound/mail";

/** A notice as it is sent: without ids, with the page where it is mended. */
export type NoticeText = z.output<typeof noticeTextSchema>;

const timeoutMs = 10_000;
const mostAnswer = 1_000;

/** Where a member gets notices. */
export interface Recipient {
  memberId: string;
  email: string;
  webhookSealed: Uint8Array | null;
}

/** Reads where a member gets notices; undefined for one who is disabled or gone. */
export async function recipientOf(sql: Sql, memberId: string): Promise<Recipient | undefined> {
  const [row] = await sql.query<Recipient>(
    `SELECT m.id AS "memberId", m.email, s.webhook_sealed AS "webhookSealed" FROM member m JOIN notice_settings s ON s.member_id = m.id
     WHERE m.id = $1 AND m.disabled_at IS NULL`,
    [memberId],
  );
  return row;
}

/**
 * Notifies a member by one way, and returns why that failed in a sentence, undefined when it did
 * not. `more`: how many there are besides.
 */
export async function notifyBy(
  way: NoticeWay,
  to: Recipient,
  notices: readonly NoticeText[],
  more: number,
): Promise<string | undefined> {
  return way === "email" ? byMail(to, notices, more) : byWebhook(to, notices, more);
}

async function byMail(
  { email }: Recipient,
  notices: readonly NoticeText[],
  more: number,
): Promise<string | undefined> {
  try {
    await sendMail({ to: email, subject: subjectOf(notices, more), text: letterOf(notices, more) });
    return undefined;
  } catch (error) {
    return mailProblem(error);
  }
}

/**
 * One POST of JSON: `text`, which chat services show as it is (Slack, Mattermost, Google Chat), and
 * `notices` for programs: `title`, `body`, `service`, `url`, `at`.
 */
async function byWebhook(
  { memberId, webhookSealed }: Recipient,
  notices: readonly NoticeText[],
  more: number,
): Promise<string | undefined> {
  if (!webhookSealed) return undefined;
  const listed = notices.map(({ href, ...notice }) => ({ ...notice, url: addressOf(href) }));
  const body = JSON.stringify({ text: letterOf(notices, more), notices: listed });
  try {
    const answer = await guardedPost(unseal(webhookSealed, noticeWebhookPlace(memberId)), {
      headers: { "content-type": "application/json", "user-agent": "Clarion" },
      body,
      timeoutMs,
      maxBytes: mostAnswer,
    });
    return answer.status >= 200 && answer.status < 300
      ? undefined
      : `It answered ${answer.status}.`;
  } catch (error) {
    return error instanceof ForbiddenAddressError
      ? asSentence(error.message)
      : "It did not answer.";
  }
}

function subjectOf([first, ...others]: readonly NoticeText[], more: number): string {
  const rest = others.length + more;
  return `[Clarion] ${first?.title ?? "Notices"}${rest > 0 ? ` and ${rest.toLocaleString("en")} more` : ""}`;
}

function letterOf(notices: readonly NoticeText[], more: number): string {
  const parts = notices.map(
    ({ title, body, service, href }) => `${title} (${service})\n${body}\n${addressOf(href)}`,
  );
  if (more > 0) parts.push(`${more.toLocaleString("en")} more: ${addressOf(paths.notices())}`);
  parts.push(`You get this because of your settings: ${addressOf(paths.noticeSettings())}`);
  return parts.join("\n\n");
}

function addressOf(path: string): string {
  return `${config().ORIGIN}${path}`;
}
