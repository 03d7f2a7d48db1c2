import type { Sql } from "@/lib/database/sql";
import { noticeOf, type Found, type Notice } from "./words";

/** Days for which a matter that ended by itself is listed; what still stands in the way is listed for as long as it does. */
const keptDays = 14;
/** Of each kind, the latest. */
const most = 100;
const mostServices = 1_000;
/** Updates looked at of each service, the newest. */
const mostParked = 1_000;

const inServices = (column: string) => `($1::uuid[] IS NULL OR ${column} = ANY($1))`;
const recent = (column: string) => `${column} > now() - interval '${keptDays} days'`;

type Row<K extends Found["kind"]> = Omit<Extract<Found, { kind: K }>, "kind">;

/** Credentials that their providers refuse at the moment. */
async function refusedCredentials(sql: Sql, services: readonly string[] | null): Promise<Found[]> {
  const rows = await sql.query<Row<"credential">>(
    `SELECT c.id, a.service_id AS "serviceId", s.name AS service, coalesce(c.flagged_at, now()) AS at, a.id AS "appId", a.name AS app, c.provider,
       coalesce(c.flag_reason, '') AS reason
     FROM credential c JOIN app a ON a.id = c.app_id JOIN service s ON s.id = a.service_id
     WHERE c.flagged_at IS NOT NULL AND s.active AND ${inServices("a.service_id")} ORDER BY c.flagged_at DESC LIMIT ${most}`,
    [services],
  );
  return rows.map((row) => ({ kind: "credential", ...row }));
}

/** Certificates of credentials that end within 30 days, and those that have ended: nothing is sent with one that has. */
async function endingCertificates(sql: Sql, services: readonly string[] | null): Promise<Found[]> {
  const rows = await sql.query<Row<"certificate">>(
    `SELECT c.id, a.service_id AS "serviceId", s.name AS service, a.id AS "appId", a.name AS app, c.provider, coalesce(c.expires_at, now()) AS "expiresAt",
       c.expires_at <= now() AS ended, CASE WHEN c.expires_at <= now() THEN c.expires_at ELSE greatest(c.updated_at, c.expires_at - interval '30 days') END AS at
     FROM credential c JOIN app a ON a.id = c.app_id JOIN service s ON s.id = a.service_id
     WHERE c.expires_at <= now() + interval '30 days' AND s.active AND ${inServices("a.service_id")} ORDER BY c.expires_at LIMIT ${most}`,
    [services],
  );
  return rows.map((row) => ({ kind: "certificate", ...row }));
}

/** Campaigns that failed or were refused in part of late. */
async function failedCampaigns(sql: Sql, services: readonly string[] | null): Promise<Found[]> {
  const rows = await sql.query<Row<"campaign">>(
    `SELECT c.id, c.service_id AS "serviceId", s.name AS service, c.updated_at AS at, coalesce(c.nonce, '') AS nonce, c.name, c.state = 'failed' AS failed,
       c.problem, c.refused, c.requests
     FROM campaign c JOIN service s ON s.id = c.service_id
     WHERE (c.state = 'failed' OR (c.state = 'sent' AND c.refused > 0)) AND ${recent("c.updated_at")} AND ${inServices("c.service_id")}
     ORDER BY c.updated_at DESC LIMIT ${most}`,
    [services],
  );
  return rows.map((row) => ({ kind: "campaign", ...row }));
}

/** Sends that wait for a second person. */
async function waitingApprovals(sql: Sql, services: readonly string[] | null): Promise<Found[]> {
  const rows = await sql.query<Omit<Extract<Found, { of: "waiting" }>, "kind" | "of">>(
    `SELECT p.id, p.service_id AS "serviceId", s.name AS service, p.asked_at AS at, c.id AS "campaignId", c.name, p.note, coalesce(m.name, 'Another member') AS by,
       p.asked_by AS "askedBy", p.edited_by AS "editedBy"
     FROM approval p JOIN campaign c ON c.id = p.campaign_id JOIN service s ON s.id = p.service_id LEFT JOIN member m ON m.id = p.asked_by
     WHERE p.state = 'waiting' AND ${inServices("p.service_id")} ORDER BY p.asked_at DESC LIMIT ${most}`,
    [services],
  );
  return rows.map((row) => ({ kind: "approval", of: "waiting", ...row }));
}

/** What was decided of late: approved and not sent yet, or declined. */
async function decidedApprovals(sql: Sql, services: readonly string[] | null): Promise<Found[]> {
  const rows = await sql.query<Omit<Extract<Found, { of: "decided" }>, "kind" | "of">>(
    `SELECT p.id, p.service_id AS "serviceId", s.name AS service, coalesce(p.decided_at, p.asked_at) AS at, c.id AS "campaignId", c.name,
       p.state = 'approved' AS approved, coalesce(p.reason, '') AS reason, coalesce(m.name, 'another member') AS by, p.asked_by AS "askedBy"
     FROM approval p JOIN campaign c ON c.id = p.campaign_id JOIN service s ON s.id = p.service_id LEFT JOIN member m ON m.id = p.decided_by
     WHERE p.state IN ('approved', 'declined') AND ${recent("p.decided_at")} AND ${inServices("p.service_id")} ORDER BY p.decided_at DESC LIMIT ${most}`,
    [services],
  );
  return rows.map((row) => ({ kind: "approval", of: "decided", ...row }));
}

/**
 * Receivers for which delivery updates were given up of late, by their address; of a webhook that is still there, its own. For one that is off nothing is sent,
 * which is no news besides that it is.
 */
async function parkedReceivers(sql: Sql, services: readonly string[] | null): Promise<Found[]> {
  const rows = await sql.query<Omit<Extract<Found, { of: "parked" }>, "kind" | "of">>(
    `SELECT n."serviceId", n.service, n.receiver, coalesce(w.url, n.origin) AS url, n.parked, n.cut,
       coalesce((SELECT max(t.at) FROM update_attempt t WHERE t.update_id = n.newest), n.created) AS at
     FROM (SELECT s.id AS "serviceId", s.name AS service, u.receiver, u.origin, count(*)::int AS parked, count(*) >= ${mostParked} AS cut,
             (array_agg(u.id ORDER BY u.id DESC))[1] AS newest, max(u.created_at) AS created
           FROM (SELECT id, name FROM service WHERE ${inServices("id")} ORDER BY id LIMIT ${mostServices}) s
             CROSS JOIN LATERAL (SELECT p.id, p.receiver, p.origin, p.created_at FROM "update" p WHERE p.service_id = s.id AND p.state = 'parked'
               ORDER BY p.id DESC LIMIT ${mostParked}) u
           GROUP BY s.id, s.name, u.receiver, u.origin) n
       LEFT JOIN webhook w ON w.id::text = n.receiver
     WHERE ${recent("n.created")} AND w.disabled_at IS NULL ORDER BY at DESC LIMIT ${most}`,
    [services],
  );
  return rows.map((row) => ({ kind: "receiver", of: "parked", ...row }));
}

/** Webhooks that answered 410 and get nothing since. */
async function goneWebhooks(sql: Sql, services: readonly string[] | null): Promise<Found[]> {
  const rows = await sql.query<Omit<Extract<Found, { of: "gone" }>, "kind" | "of">>(
    `SELECT w.id, w.service_id AS "serviceId", s.name AS service, coalesce(w.disabled_at, now()) AS at, w.url FROM webhook w JOIN service s ON s.id = w.service_id
     WHERE w.disabled_at IS NOT NULL AND NOT w.switched_off AND ${inServices("w.service_id")} ORDER BY w.disabled_at DESC LIMIT ${most}`,
    [services],
  );
  return rows.map((row) => ({ kind: "receiver", of: "gone", ...row }));
}

/** Keys that end within two weeks, or within the second half of a shorter life, and those that have ended. One that was replaced ends as it should. */
async function endingKeys(sql: Sql, services: readonly string[] | null): Promise<Found[]> {
  const rows = await sql.query<Omit<Row<"key">, "at"> & { soonAt: Date }>(
    `SELECT k.id, k.service_id AS "serviceId", s.name AS service, k.name, k.prefix, coalesce(k.expires_at, now()) AS "expiresAt", k.expires_at <= now() AS ended,
       k.expires_at - least(interval '14 days', (k.expires_at - k.created_at) / 2) AS "soonAt"
     FROM service_key k JOIN service s ON s.id = k.service_id
     WHERE k.revoked_at IS NULL AND k.successor_id IS NULL AND s.active AND ${recent("k.expires_at")} AND ${inServices("k.service_id")}
       AND k.expires_at - least(interval '14 days', (k.expires_at - k.created_at) / 2) <= now()
     ORDER BY k.expires_at LIMIT ${most}`,
    [services],
  );
  return rows.map(({ soonAt, ...row }) => ({ kind: "key", ...row, at: row.ended ? row.expiresAt : soonAt }));
}

/** JWT secrets that end by themselves soon, or did, and were not replaced. */
async function endingJwtSecrets(sql: Sql, services: readonly string[] | null): Promise<Found[]> {
  const rows = await sql.query<Omit<Row<"jwtSecret">, "at"> & { soonAt: Date }>(
    `SELECT j.id, j.service_id AS "serviceId", s.name AS service, coalesce(j.expires_at, now()) AS "expiresAt", j.expires_at <= now() AS ended,
       j.expires_at - least(interval '14 days', (j.expires_at - j.created_at) / 2) AS "soonAt"
     FROM jwt_secret j JOIN service s ON s.id = j.service_id
     WHERE NOT j.replaced AND s.active AND ${recent("j.expires_at")} AND ${inServices("j.service_id")}
       AND j.expires_at - least(interval '14 days', (j.expires_at - j.created_at) / 2) <= now()
     ORDER BY j.expires_at LIMIT ${most}`,
    [services],
  );
  return rows.map(({ soonAt, ...row }) => ({ kind: "jwtSecret", ...row, at: row.ended ? row.expiresAt : soonAt }));
}

/** What needs attention in these services, null for all, the latest first; at most a hundred of each kind. */
export async function findNotices(sql: Sql, services: readonly string[] | null): Promise<Notice[]> {
  if (services?.length === 0) return [];
  const found: Found[] = [];
  for (const find of [
    refusedCredentials,
    endingCertificates,
    failedCampaigns,
    waitingApprovals,
    decidedApprovals,
    parkedReceivers,
    goneWebhooks,
    endingKeys,
    endingJwtSecrets,
  ])
    found.push(...(await find(sql, services)));
  return found.map(noticeOf).toSorted((a, b) => b.at.localeCompare(a.at));
}
