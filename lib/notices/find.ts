import type { Sql } from "@/lib/database/sql";
import { noticeOf, type Topic, type Notice } from "./words";

/**
 * Days for which a matter that ended by itself is listed; what still stands in the way is listed
 * for as long as it does.
 */
const noticeDays = 14;
/** Receivers of each service whose parked updates are looked at. */
const mostReceivers = 1_000;
/** Updates counted of each receiver, the newest. */
const mostParked = 1_000;

/** Which notices are looked for. */
export interface NoticeSearch {
  services: readonly string[];
  /** Of each kind in each service, the latest: no service hides those of another. */
  most: number;
}

/** The services of a search, each by its own. */
const each = "FROM unnest($1::uuid[]) AS o(id) JOIN service s ON s.id = o.id";
const recent = (column: string) => `${column} > now() - interval '${noticeDays} days'`;

type Row<K extends Topic["kind"]> = Omit<Extract<Topic, { kind: K }>, "kind">;

/** Credentials that their providers refuse at the moment. */
async function refusedCredentials(sql: Sql, { services, most }: NoticeSearch): Promise<Topic[]> {
  const rows = await sql.query<Row<"credential">>(
    `SELECT c.id, a.service_id AS "serviceId", s.name AS service, coalesce(c.flagged_at, now()) AS at, a.id AS "appId", a.name AS app, c.provider,
       coalesce(c.flag_reason, '') AS reason
     ${each} CROSS JOIN LATERAL (SELECT i.* FROM credential i JOIN app ia ON ia.id = i.app_id
       WHERE ia.service_id = s.id AND i.flagged_at IS NOT NULL ORDER BY i.flagged_at DESC LIMIT $2) c JOIN app a ON a.id = c.app_id
     WHERE s.active`,
    [services, most],
  );
  return rows.map((row) => ({ kind: "credential", ...row }));
}

/**
 * Certificates of credentials that end within 30 days, and those that have ended: nothing is sent
 * with one that has.
 */
async function endingCertificates(sql: Sql, { services, most }: NoticeSearch): Promise<Topic[]> {
  const rows = await sql.query<Row<"certificate">>(
    `SELECT c.id, a.service_id AS "serviceId", s.name AS service, a.id AS "appId", a.name AS app, c.provider, coalesce(c.expires_at, now()) AS "expiresAt",
       c.expires_at <= now() AS ended, CASE WHEN c.expires_at <= now() THEN c.expires_at ELSE greatest(c.updated_at, c.expires_at - interval '30 days') END AS at
     ${each} CROSS JOIN LATERAL (SELECT i.* FROM credential i JOIN app ia ON ia.id = i.app_id
       WHERE ia.service_id = s.id AND i.expires_at <= now() + interval '30 days' ORDER BY i.expires_at LIMIT $2) c JOIN app a ON a.id = c.app_id
     WHERE s.active`,
    [services, most],
  );
  return rows.map((row) => ({ kind: "certificate", ...row }));
}

/** Campaigns that failed or were refused in part of late. */
async function failedCampaigns(sql: Sql, { services, most }: NoticeSearch): Promise<Topic[]> {
  const rows = await sql.query<Row<"campaign">>(
    `SELECT c.campaign_id AS id, c.service_id AS "serviceId", s.name AS service, c.updated_at AS at, c.nonce, c.name, c.state = 'failed' AS failed,
       c.problem, c.refused, c.requests
     ${each} CROSS JOIN LATERAL (SELECT i.*, n.name FROM campaign_order i JOIN campaign n ON n.id = i.campaign_id AND n.archived_at IS NULL
       WHERE i.service_id = s.id AND (i.state = 'failed' OR (i.state = 'sent' AND i.refused > 0)) AND ${recent("i.updated_at")} ORDER BY i.updated_at DESC LIMIT $2) c`,
    [services, most],
  );
  return rows.map((row) => ({ kind: "campaign", ...row }));
}

/** Campaigns that missed their latest start, until a member decides. */
async function overdueCampaigns(sql: Sql, { services, most }: NoticeSearch): Promise<Topic[]> {
  const rows = await sql.query<Row<"overdue">>(
    `SELECT c.campaign_id AS id, c.service_id AS "serviceId", s.name AS service, coalesce(c.overdue_at, now()) AS at, c.id AS "orderId", c.name
     ${each} CROSS JOIN LATERAL (SELECT i.*, n.name FROM campaign_order i JOIN campaign n ON n.id = i.campaign_id
       WHERE i.service_id = s.id AND i.overdue_at IS NOT NULL ORDER BY i.overdue_at DESC LIMIT $2) c`,
    [services, most],
  );
  return rows.map((row) => ({ kind: "overdue", ...row }));
}

/** Sends that wait for a second person. */
async function waitingApprovals(sql: Sql, { services, most }: NoticeSearch): Promise<Topic[]> {
  const rows = await sql.query<Omit<Extract<Topic, { of: "waiting" }>, "kind" | "of">>(
    `SELECT p.id, p.service_id AS "serviceId", s.name AS service, p.asked_at AS at, c.id AS "campaignId", c.name, p.note, coalesce(m.name, 'Another member') AS by,
       p.asked_by AS "askedBy", p.edited_by AS "editedBy"
     ${each} CROSS JOIN LATERAL (SELECT i.* FROM approval i WHERE i.service_id = s.id AND i.state = 'waiting' ORDER BY i.asked_at DESC LIMIT $2) p
       JOIN campaign c ON c.id = p.campaign_id LEFT JOIN member m ON m.id = p.asked_by`,
    [services, most],
  );
  return rows.map((row) => ({ kind: "approval", of: "waiting", ...row }));
}

/**
 * What was decided of late: approved and not sent yet, or declined. As many of each requester: the
 * notice is for them alone.
 */
async function decidedApprovals(sql: Sql, { services, most }: NoticeSearch): Promise<Topic[]> {
  const rows = await sql.query<Omit<Extract<Topic, { of: "decided" }>, "kind" | "of">>(
    `SELECT p.id, p.service_id AS "serviceId", s.name AS service, coalesce(p.decided_at, p.asked_at) AS at, c.id AS "campaignId", c.name,
       p.state = 'approved' AS approved, coalesce(p.reason, '') AS reason, coalesce(m.name, 'another member') AS by, p.asked_by AS "askedBy"
     ${each} CROSS JOIN LATERAL (SELECT i.*, row_number() OVER (PARTITION BY i.asked_by ORDER BY i.decided_at DESC) AS place FROM approval i
       WHERE i.service_id = s.id AND i.state IN ('approved', 'declined') AND ${recent("i.decided_at")}) p
       JOIN campaign c ON c.id = p.campaign_id LEFT JOIN member m ON m.id = p.decided_by
     WHERE p.place <= $2`,
    [services, most],
  );
  return rows.map((row) => ({ kind: "approval", of: "decided", ...row }));
}

/**
 * Receivers for which delivery updates were given up of late, by their address; of a webhook that
 * is still there, its own. For one that is off nothing is sent, which is no news besides that it
 * is. Anybody who sends messages can name notify URLs: webhooks come first, then the service's own
 * notify URL, then those of requests.
 */
async function parkedReceivers(sql: Sql, { services, most }: NoticeSearch): Promise<Topic[]> {
  const rows = await sql.query<Omit<Extract<Topic, { of: "parked" }>, "kind" | "of">>(
    `SELECT s.id AS "serviceId", s.name AS service, r.receiver, coalesce(r.url, r.origin) AS url, n.parked, n.parked >= ${mostParked} AS cut,
       coalesce((SELECT max(t.at) FROM update_attempt t WHERE t.update_id = r.newest), r.created) AS at
     ${each} CROSS JOIN LATERAL (
       WITH RECURSIVE receivers AS (
         (SELECT i.receiver, i.origin, 1 AS place FROM "update" i WHERE i.service_id = s.id AND i.state = 'parked' ORDER BY i.receiver, i.origin LIMIT 1)
         UNION ALL
         SELECT n.receiver, n.origin, l.place + 1 FROM receivers l CROSS JOIN LATERAL (
           SELECT i.receiver, i.origin FROM "update" i WHERE i.service_id = s.id AND i.state = 'parked' AND (i.receiver, i.origin) > (l.receiver, l.origin)
           ORDER BY i.receiver, i.origin LIMIT 1) n WHERE l.place < ${mostReceivers})
       SELECT l.receiver, l.origin, w.url, u.id AS newest, u.created_at AS created FROM receivers l CROSS JOIN LATERAL (
           SELECT i.id, i.created_at FROM "update" i WHERE i.service_id = s.id AND i.state = 'parked' AND i.receiver = l.receiver AND i.origin = l.origin
           ORDER BY i.id DESC LIMIT 1) u LEFT JOIN webhook w ON w.id::text = l.receiver
       WHERE ${recent("u.created_at")} AND w.disabled_at IS NULL
       ORDER BY l.receiver = 'notifyurl', starts_with(coalesce(s.notifyurl, ''), l.origin) DESC, u.created_at DESC LIMIT $2
     ) r CROSS JOIN LATERAL (SELECT count(*)::int AS parked FROM (SELECT 1 FROM "update" i WHERE i.service_id = s.id AND i.state = 'parked'
       AND i.receiver = r.receiver AND i.origin = r.origin ORDER BY i.id DESC LIMIT ${mostParked}) counted) n`,
    [services, most],
  );
  return rows.map((row) => ({ kind: "receiver", of: "parked", ...row }));
}

/** Webhooks that answered 410 and get nothing since. */
async function goneWebhooks(sql: Sql, { services, most }: NoticeSearch): Promise<Topic[]> {
  const rows = await sql.query<Omit<Extract<Topic, { of: "gone" }>, "kind" | "of">>(
    `SELECT w.id, w.service_id AS "serviceId", s.name AS service, coalesce(w.disabled_at, now()) AS at, w.url
     ${each} CROSS JOIN LATERAL (SELECT i.* FROM webhook i WHERE i.service_id = s.id AND i.disabled_at IS NOT NULL AND NOT i.switched_off
       ORDER BY i.disabled_at DESC LIMIT $2) w`,
    [services, most],
  );
  return rows.map((row) => ({ kind: "receiver", of: "gone", ...row }));
}

/**
 * Keys that end within two weeks, or within the second half of a shorter life, and those that have
 * ended. One that was replaced ends as it should.
 */
async function endingKeys(sql: Sql, { services, most }: NoticeSearch): Promise<Topic[]> {
  const rows = await sql.query<Omit<Row<"key">, "at"> & { soonAt: Date }>(
    `SELECT k.id, k.service_id AS "serviceId", s.name AS service, k.name, k.prefix, coalesce(k.expires_at, now()) AS "expiresAt", k.expires_at <= now() AS ended,
       k.expires_at - least(interval '14 days', (k.expires_at - k.created_at) / 2) AS "soonAt"
     ${each} CROSS JOIN LATERAL (SELECT i.* FROM service_key i WHERE i.service_id = s.id AND i.revoked_at IS NULL AND i.successor_id IS NULL
       AND ${recent("i.expires_at")} AND i.expires_at - least(interval '14 days', (i.expires_at - i.created_at) / 2) <= now()
       ORDER BY i.expires_at DESC LIMIT $2) k
     WHERE s.active`,
    [services, most],
  );
  return rows.map(({ soonAt, ...row }) => ({
    kind: "key",
    ...row,
    at: row.ended ? row.expiresAt : soonAt,
  }));
}

/** JWT secrets that end by themselves soon, or did, and were not replaced. */
async function endingJwtSecrets(sql: Sql, { services, most }: NoticeSearch): Promise<Topic[]> {
  const rows = await sql.query<Omit<Row<"jwtSecret">, "at"> & { soonAt: Date }>(
    `SELECT j.id, j.service_id AS "serviceId", s.name AS service, coalesce(j.expires_at, now()) AS "expiresAt", j.expires_at <= now() AS ended,
       j.expires_at - least(interval '14 days', (j.expires_at - j.created_at) / 2) AS "soonAt"
     ${each} CROSS JOIN LATERAL (SELECT i.* FROM jwt_secret i WHERE i.service_id = s.id AND NOT i.replaced
       AND ${recent("i.expires_at")} AND i.expires_at - least(interval '14 days', (i.expires_at - i.created_at) / 2) <= now()
       ORDER BY i.expires_at DESC LIMIT $2) j
     WHERE s.active`,
    [services, most],
  );
  return rows.map(({ soonAt, ...row }) => ({
    kind: "jwtSecret",
    ...row,
    at: row.ended ? row.expiresAt : soonAt,
  }));
}

/**
 * What needs attention in some services, the latest first; at most so many of each kind in each
 * service.
 */
export async function findNotices(sql: Sql, search: NoticeSearch): Promise<Notice[]> {
  if (search.services.length === 0) return [];
  const findings: Topic[] = [];
  for (const find of [
    refusedCredentials,
    endingCertificates,
    failedCampaigns,
    overdueCampaigns,
    waitingApprovals,
    decidedApprovals,
    parkedReceivers,
    goneWebhooks,
    endingKeys,
    endingJwtSecrets,
  ])
    findings.push(...(await find(sql, search)));
  return findings.map(noticeOf).toSorted((a, b) => b.at.localeCompare(a.at));
}

/** Ids of services in their order, so many at most, behind this one; from the first for null. */
export async function servicesAfter(
  sql: Sql,
  after: string | null,
  most: number,
): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    "SELECT id FROM service WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT $2",
    [after, most],
  );
  return rows.map(({ id }) => id);
}
