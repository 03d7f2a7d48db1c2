import { randomUUID } from "node:crypto";
import { isId } from "@/lib/database/id";
import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import { repeatedTransaction } from "@/lib/database/repeat";
import { database, type Sql } from "@/lib/database/sql";
import type { Member } from "./member";

/** An unused session ends after so long. */
const idle = "interval '12 hours'";
/** No session lasts longer, however much it is used. */
const longest = "interval '7 days'";
/** Not every look at a page is worth a write. */
const noted = "interval '5 minutes'";
/** Browsers in which a member may be signed in; the one that was used least lately has to go. */
const mostSessions = 50;

const lives = `s.seen_at > now() - ${idle} AND s.signed_in_at > now() - ${longest}`;

/** Of a row of `session`: it has ended. */
export const sessionEnded = `seen_at <= now() - ${idle} OR signed_in_at <= now() - ${longest}
  OR NOT EXISTS (SELECT 1 FROM member m WHERE m.id = member_id AND m.session_epoch = epoch AND m.disabled_at IS NULL)`;

/** What a session cookie names. */
export interface SessionRef {
  memberId: string;
  sessionId: string;
}

/** What the token in a session cookie names; undefined when it names nothing. */
export function sessionOfToken(token: Record<string, unknown> | null): SessionRef | undefined {
  const { sub, sid } = token ?? {};
  return typeof sub === "string" && typeof sid === "string"
    ? { memberId: sub, sessionId: sid }
    : undefined;
}

/** Where a session begins, as far as anybody knows. */
export interface SessionOrigin {
  /** The client's address. */
  address?: string | undefined;
  /** What its browser calls itself. */
  userAgent?: string | undefined;
}

/** Characters of a User-Agent that are stored. */
const longestUserAgent = 200;

/**
 * Begins a session of a member and returns its id.
 *
 * @param epoch the member's when the password was checked: raised since, the session is void from
 *   the start
 */
export async function beginSession(
  memberId: string,
  epoch: number,
  { address, userAgent }: SessionOrigin = {},
): Promise<string> {
  const sessionId = randomUUID();
  await repeatedTransaction(async (tx) => {
    await tx.query(`DELETE FROM session s WHERE NOT (${lives})`);
    await tx.query(
      "DELETE FROM session WHERE id IN (SELECT id FROM session WHERE member_id = $1 ORDER BY seen_at DESC, id OFFSET $2)",
      [memberId, mostSessions - 1],
    );
    await tx.query(
      "INSERT INTO session (id, member_id, epoch, address, user_agent) VALUES ($1, $2, $3, $4, $5)",
      [
        sessionId,
        memberId,
        epoch,
        address ?? null,
        userAgent === undefined ? null : printable(userAgent),
      ],
    );
    await tx.query("UPDATE member SET seen_at = now() WHERE id = $1", [memberId]);
  });
  return sessionId;
}

function printable(userAgent: string): string | null {
  return userAgent.replace(/[^ -~]/g, "").slice(0, longestUserAgent) || null;
}

/**
 * The member of a session, with their roles as they are now; undefined when it ended, was idle for
 * 12 hours, is 7 days old, or the member is disabled or had all sessions ended since.
 *
 * @param use whether a person is at it, which keeps it from falling idle
 */
export async function memberOfSession(
  { memberId, sessionId }: SessionRef,
  use: boolean,
): Promise<Member | undefined> {
  if (!isId(memberId) || !isId(sessionId)) return undefined;
  const [row] = await database().query<Omit<Member, "kind" | "sessionId"> & { stale: boolean }>(
    `SELECT m.id, m.email, m.name, m.installation_owner AS "installationOwner", s.seen_at < now() - ${noted} AS stale,
       coalesce((SELECT jsonb_object_agg(p.service_id, jsonb_build_object('role', p.role, 'maySend', p.may_send, 'mayApprove', p.may_approve))
                 FROM membership p WHERE p.member_id = m.id), '{}') AS services
     FROM session s JOIN member m ON m.id = s.member_id AND m.session_epoch = s.epoch
     WHERE s.id = $1 AND m.id = $2 AND m.disabled_at IS NULL AND ${lives}`,
    [sessionId, memberId],
  );
  if (!row) return undefined;
  const { stale, ...member } = row;
  if (use && stale)
    await database().query(
      "WITH used AS (UPDATE session SET seen_at = now() WHERE id = $1 RETURNING member_id) UPDATE member SET seen_at = now() WHERE id IN (SELECT member_id FROM used)",
      [sessionId],
    );
  return { kind: "member", sessionId, ...member };
}

/** Ends one session, in all its tabs. */
export async function endSession({ sessionId }: SessionRef): Promise<void> {
  if (isId(sessionId)) await database().query("DELETE FROM session WHERE id = $1", [sessionId]);
}

/**
 * Ends every session of a member and makes every device unknown that the member signed in from. For
 * every change of who may act as the member: signing out everywhere, a new password, an account
 * that is switched off. Another role ends none: roles are read with each request.
 */
export async function endSessionsOf(tx: Sql, memberId: string): Promise<void> {
  await tx.query("UPDATE member SET session_epoch = session_epoch + 1 WHERE id = $1", [memberId]);
  await tx.query("DELETE FROM session WHERE member_id = $1", [memberId]);
}

/**
 * Ends every session of a member but one, and makes every device unknown: for what the member
 * changes in that session.
 */
export async function endOtherSessionsOf(
  tx: Sql,
  memberId: string,
  exceptId: string,
): Promise<void> {
  await tx.query("DELETE FROM session WHERE member_id = $1 AND id <> $2", [memberId, exceptId]);
  await tx.query(
    "WITH raised AS (UPDATE member SET session_epoch = session_epoch + 1 WHERE id = $1 RETURNING session_epoch) UPDATE session s SET epoch = raised.session_epoch FROM raised WHERE s.id = $2",
    [memberId, exceptId],
  );
}

/** A browser in which a member is signed in, as they see it. */
export interface OpenSession {
  id: string;
  address: string | null;
  userAgent: string | null;
  /** ISO 8601, UTC, as the next one. */
  signedInAt: string;
  seenAt: string;
}

/** The sessions of a member that have not ended, the one that was used last first: 50 at most. */
export async function sessionsOf(sql: Sql, memberId: string): Promise<OpenSession[]> {
  const rows = await sql.query<WithDates<OpenSession, "signedInAt" | "seenAt">>(
    `SELECT s.id, s.address, s.user_agent AS "userAgent", s.signed_in_at AS "signedInAt", s.seen_at AS "seenAt"
     FROM session s JOIN member m ON m.id = s.member_id AND m.session_epoch = s.epoch
     WHERE m.id = $1 AND ${lives} ORDER BY s.seen_at DESC, s.id LIMIT ${mostSessions}`,
    [memberId],
  );
  return rows.map(isoTimes);
}
