import { z } from "zod";
import { database, type Database, type Sql } from "@/lib/database/sql";
import { noticeWays, noticeTextSchema, type NoticeWay } from "@/lib/inputs/notice";
import { log } from "@/lib/log/log";
import type { Actor } from "@/lib/policy/can";
import { enqueue, work, type JobDefinition } from "@/lib/work/jobs";
import { startLoop } from "@/lib/work/loop";
import { wake } from "@/lib/work/wake";
import { findNotices, servicesAfter } from "./find";
import { inTurn } from "./in-turn";
import { isFor } from "./list";
import { recipientOf, notifyBy } from "./send";
import type { Notice } from "./words";

const everyMs = 60_000;
const failedMs = 10_000;
/** Members that get a notice. */
const mostMembers = 10_000;
/** Services whose notices are looked for at once. One letter is about some of these at most. */
const servicesAtOnce = 50;
/** Notices that are looked for of each kind in each service: more than begin between two looks. */
const mostOfKind = 1_000;
/** Notices that one letter spells out, and those of one service among them. */
const [mostInOne, mostOfService] = [100, 20];
/**
 * Letters that a member gets of one service in an hour; what begins meanwhile comes together with
 * the next.
 */
const mostLetters = 6;
/** What could not be sent for so long is in the console all the same. */
const longestHours = 24;

const noticeJobSchema = z.object({
  memberId: z.string(),
  way: z.enum(noticeWays),
  notices: z.array(noticeTextSchema),
  /** Those beyond the ones that are spelled out. */
  more: z.number(),
  /** When it was found, ISO 8601 UTC. */
  at: z.string(),
});
type NoticeJob = z.output<typeof noticeJobSchema>;

const noticeJob: JobDefinition<NoticeJob> = {
  kind: "notices.notify",
  data: noticeJobSchema,
  lane: "notices",
  line: ({ memberId }) => memberId,
};

type NoticeReceiver = Extract<Actor, { kind: "member" }> & {
  muted: string[];
  email: boolean;
  posted: boolean;
  notifyFrom: Date;
};

/**
 * Looks each minute for new notices, and sends them by e-mail or webhook to the members who chose
 * that, until the returned function is called.
 */
export function startNotices(): () => Promise<void> {
  const looking = startLoop({
    of: "notices",
    lane: "notices",
    look: async () => {
      await queueNotices(database());
      return everyMs;
    },
    failedMs,
  });
  const stopJobs = work(database(), noticeJob, (job) => notify(database(), job));
  return async () => {
    await looking.stop();
    looking.end();
    await stopJobs();
  };
}

/** Makes jobs of the notices that members did not get yet; of several processes one does. */
export async function queueNotices(sql: Database): Promise<void> {
  const members = await sql.query<Omit<NoticeReceiver, "kind" | "sessionId">>(
    `SELECT m.id, m.installation_owner AS "installationOwner", coalesce(s.muted, '{}') AS muted, s.email, s.webhook_sealed IS NOT NULL AS posted, s.tell_from AS "notifyFrom",
       coalesce((SELECT jsonb_object_agg(p.service_id, jsonb_build_object('role', p.role, 'maySend', p.may_send, 'mayApprove', p.may_approve))
                 FROM membership p WHERE p.member_id = m.id), '{}') AS services
     FROM notice_settings s JOIN member m ON m.id = s.member_id
     WHERE (s.email OR s.webhook_sealed IS NOT NULL) AND m.disabled_at IS NULL ORDER BY m.id LIMIT ${mostMembers}`,
  );
  if (members.length === 0) return;
  let any = false;
  for (let services = await servicesAfter(sql, null, servicesAtOnce); services.length > 0;) {
    const notices = await findNotices(sql, { services, most: mostOfKind });
    for (const member of members) {
      const theirs = notices.filter((notice) => isDue({ kind: "member", ...member }, notice));
      if (theirs.length > 0)
        any = (await sql.transaction((tx) => enqueueNew(tx, member, theirs))) || any;
    }
    services = await servicesAfter(sql, services.at(-1) ?? null, servicesAtOnce);
  }
  if (any) wake("notices");
}

function isDue({ muted, notifyFrom, ...member }: NoticeReceiver, notice: Notice): boolean {
  return (
    !muted.includes(notice.kind) && notice.at >= notifyFrom.toISOString() && isFor(member, notice)
  );
}

async function enqueueNew(
  tx: Sql,
  { id, email, posted }: Omit<NoticeReceiver, "kind">,
  notices: readonly Notice[],
): Promise<boolean> {
  const unsent = await withoutSent(tx, id, notices);
  if (unsent.length === 0) return false;
  const paused = await pausedServices(tx, id);
  const due = unsent.filter(({ serviceId }) => !paused.has(serviceId));
  const rows = await tx.query<{ notice: string }>(
    `INSERT INTO notice_told (member_id, notice, service_id) SELECT $1, n.notice, n.service_id FROM unnest($2::text[], $3::uuid[]) AS n(notice, service_id)
     ORDER BY n.notice ON CONFLICT DO NOTHING RETURNING notice`,
    [id, due.map((notice) => notice.id), due.map(({ serviceId }) => serviceId)],
  );
  // Another process may have been faster.
  const inserted = new Set(rows.map(({ notice }) => notice));
  const fresh = due.filter((notice) => inserted.has(notice.id));
  if (fresh.length === 0) return false;
  const listed = inTurn(fresh, mostInOne, mostOfService);
  const letter = {
    memberId: id,
    notices: listed,
    more: fresh.length - listed.length,
    at: new Date().toISOString(),
  };
  if (email) await enqueue(tx, noticeJob, { ...letter, way: "email" });
  if (posted) await enqueue(tx, noticeJob, { ...letter, way: "webhook" });
  return true;
}

async function withoutSent(
  tx: Sql,
  memberId: string,
  notices: readonly Notice[],
): Promise<Notice[]> {
  const rows = await tx.query<{ notice: string }>(
    "SELECT notice FROM notice_told WHERE member_id = $1 AND notice = ANY($2::text[])",
    [memberId, notices.map(({ id }) => id)],
  );
  const sentIds = new Set(rows.map(({ notice }) => notice));
  return notices.filter(({ id }) => !sentIds.has(id));
}

/** The services of which a member got as many letters in the last hour as there may be. */
async function pausedServices(tx: Sql, memberId: string): Promise<Set<string>> {
  const rows = await tx.query<{ serviceId: string }>(
    // What one letter was about was stored at one moment.
    `SELECT service_id AS "serviceId" FROM notice_told WHERE member_id = $1 AND at > now() - interval '1 hour'
     GROUP BY service_id HAVING count(DISTINCT at) >= ${mostLetters}`,
    [memberId],
  );
  return new Set(rows.map(({ serviceId }) => serviceId));
}

async function notify(sql: Sql, { memberId, way, notices, more, at }: NoticeJob): Promise<void> {
  const to = await recipientOf(sql, memberId);
  if (!to) return;
  const problem = await notifyBy(way, to, notices, more);
  await storeProblem(sql, memberId, way, problem);
  if (problem === undefined) return;
  if (Date.now() - Date.parse(at) > longestHours * 3_600_000)
    return log().warn({ member: memberId, way }, "notices could not be sent for a day");
  throw new Error(`Notices could not be sent by ${way}: ${problem}`);
}

/** Keeps how it went, for the member to see. */
export async function storeProblem(
  tx: Sql,
  memberId: string,
  way: NoticeWay,
  problem: string | undefined,
): Promise<void> {
  await tx.query(
    `UPDATE notice_settings SET email_problem = CASE WHEN $2 = 'email' THEN $3 ELSE email_problem END,
       webhook_problem = CASE WHEN $2 = 'webhook' THEN $3 ELSE webhook_problem END WHERE member_id = $1`,
    [memberId, way, problem ?? null],
  );
}
