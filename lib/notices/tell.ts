import { z } from "zod";
import { database, type Database, type Sql } from "@/lib/database/sql";
import { wake } from "@/lib/work/wake";
import { noticeWays, toldNoticeSchema, type NoticeWay } from "@/lib/inputs/notice";
import { log } from "@/lib/log/log";
import type { Actor } from "@/lib/policy/can";
import { enqueue, work, type JobDefinition } from "@/lib/work/jobs";
import { startLoop } from "@/lib/work/loop";
import { findNotices } from "./find";
import { isFor } from "./list";
import { recipientOf, tellBy } from "./send";
import type { Notice } from "./words";

const everyMs = 60_000;
const failedMs = 10_000;
/** Members that get a notice. */
const mostMembers = 10_000;
/** Notices that one letter spells out. */
const mostInOne = 20;
/** Days for which it is remembered who got which notice; what still stands is sent once more then. */
const rememberedDays = 60;
/** What could not be sent for so long is in the console all the same. */
const longestHours = 24;

const toldSchema = z.object({
  memberId: z.string(),
  way: z.enum(noticeWays),
  notices: z.array(toldNoticeSchema),
  /** Those beyond the ones that are spelled out. */
  more: z.number(),
  /** When it was found, ISO 8601 UTC. */
  at: z.string(),
});
type Told = z.output<typeof toldSchema>;

const toldJob: JobDefinition<Told> = {
  kind: "notices.tell",
  data: toldSchema,
  lane: "notices",
  line: ({ memberId }) => memberId,
};

type Listening = Extract<Actor, { kind: "member" }> & { muted: string[]; email: boolean; posted: boolean; tellFrom: Date };

/** Looks each minute for new notices, and sends them by e-mail or webhook to the members who chose that, until the returned function is called. */
export function startNotices(): () => Promise<void> {
  const looking = startLoop({
    of: "notices",
    lane: "notices",
    look: async () => {
      await findToTell(database());
      return everyMs;
    },
    failedMs,
  });
  const stopTelling = work(database(), toldJob, (told) => tell(database(), told));
  return async () => {
    await looking.stop();
    looking.end();
    await stopTelling();
  };
}

/** Makes jobs of the notices that members did not get yet; of several processes one does. */
export async function findToTell(sql: Database): Promise<void> {
  const members = await sql.query<Omit<Listening, "kind" | "sessionId">>(
    `SELECT m.id, m.installation_owner AS "installationOwner", coalesce(s.muted, '{}') AS muted, s.email, s.webhook_sealed IS NOT NULL AS posted, s.tell_from AS "tellFrom",
       coalesce((SELECT jsonb_object_agg(p.service_id, jsonb_build_object('role', p.role, 'maySend', p.may_send, 'mayApprove', p.may_approve))
                 FROM membership p WHERE p.member_id = m.id), '{}') AS services
     FROM notice_settings s JOIN member m ON m.id = s.member_id
     WHERE (s.email OR s.webhook_sealed IS NOT NULL) AND m.disabled_at IS NULL ORDER BY m.id LIMIT ${mostMembers}`,
  );
  if (members.length === 0) return;
  await sql.query(`DELETE FROM notice_told WHERE at < now() - interval '${rememberedDays} days'`);
  const notices = await findNotices(sql, null);
  let any = false;
  for (const member of members) {
    const theirs = notices.filter((notice) => isToldTo({ kind: "member", ...member }, notice));
    if (theirs.length > 0) any = (await sql.transaction((tx) => enqueueNew(tx, member, theirs))) || any;
  }
  if (any) wake("notices");
}

function isToldTo({ muted, tellFrom, ...member }: Listening, notice: Notice): boolean {
  return !muted.includes(notice.kind) && notice.at >= tellFrom.toISOString() && isFor(member, notice);
}

async function enqueueNew(tx: Sql, { id, email, posted }: Omit<Listening, "kind">, notices: readonly Notice[]): Promise<boolean> {
  const rows = await tx.query<{ notice: string }>(
    `INSERT INTO notice_told (member_id, notice) SELECT $1, n FROM unnest($2::text[]) n ORDER BY n ON CONFLICT DO NOTHING RETURNING notice`,
    [id, notices.map((notice) => notice.id)],
  );
  const untold = new Set(rows.map(({ notice }) => notice));
  const fresh = notices.filter((notice) => untold.has(notice.id));
  if (fresh.length === 0) return false;
  const told = {
    memberId: id,
    notices: fresh.slice(0, mostInOne),
    more: Math.max(0, fresh.length - mostInOne),
    at: new Date().toISOString(),
  };
  if (email) await enqueue(tx, toldJob, { ...told, way: "email" });
  if (posted) await enqueue(tx, toldJob, { ...told, way: "webhook" });
  return true;
}

async function tell(sql: Sql, { memberId, way, notices, more, at }: Told): Promise<void> {
  const to = await recipientOf(sql, memberId);
  if (!to) return;
  const problem = await tellBy(way, to, notices, more);
  await keepProblem(sql, memberId, way, problem);
  if (problem === undefined) return;
  if (Date.now() - Date.parse(at) > longestHours * 3_600_000)
    return log().warn({ member: memberId, way }, "notices could not be told for a day");
  throw new Error(`Notices could not be told by ${way}: ${problem}`);
}

/** Keeps how it went, for the member to see. */
export async function keepProblem(tx: Sql, memberId: string, way: NoticeWay, problem: string | undefined): Promise<void> {
  await tx.query(
    `UPDATE notice_settings SET email_problem = CASE WHEN $2 = 'email' THEN $3 ELSE email_problem END,
       webhook_problem = CASE WHEN $2 = 'webhook' THEN $3 ELSE webhook_problem END WHERE member_id = $1`,
    [memberId, way, problem ?? null],
  );
}
