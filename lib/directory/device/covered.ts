import type { CoverageGroups } from "@/lib/compose/coverage";
import type { Sql } from "@/lib/database/sql";
import { deviceKinds, isBrowser } from "@/lib/interface/device-kinds";
import { mostDevices } from "./of-users";

/** A push id, or the short one of a browser's subscription that was written in full. */
export interface PushIdHash {
  /** The position of its recipient. */
  position: number;
  /** SHA-256, in hexadecimal. */
  hash: string;
}

/**
 * Whether a recipient, user id or push id, is on the suppression list of an app's service. Each
 * look-up is by equality alone, so that it can be hashed.
 */
const suppressedIn = (app: string) => `(EXISTS (
  SELECT 1 FROM suppression s WHERE s.service_id = ${app}.service_id AND s.kind = CASE WHEN r.kind IS NULL THEN 'userid' ELSE 'pushid' END AND s.hash = r.hash
) OR (r.kind = 'ios' AND EXISTS (SELECT 1 FROM suppression s WHERE s.service_id = ${app}.service_id AND s.ios_hash = r.hash)))`;

/**
 * Whether a suppressed user of an app's service has the device `d`: a push id is for every user of
 * the device.
 */
const hasSuppressedUser = (app: string) => `EXISTS (
  SELECT 1 FROM device_user u JOIN suppression s ON s.service_id = ${app}.service_id AND s.kind = 'userid' AND s.hash = sha256(convert_to(u.userid, 'UTF8'))
  WHERE u.device_id = d.id
)`;

/**
 * Counts the devices of recipients: those of a user, or the one of a push id, registered or not. A
 * device counts for the first recipient of the list that has it.
 */
const counted = `app AS (
    SELECT p.id, a.ord::int - 1 AS ord, p.service_id, EXISTS (SELECT 1 FROM suppression s WHERE s.service_id = p.service_id) AS suppresses
    FROM unnest($1::uuid[]) WITH ORDINALITY AS a(id, ord) JOIN app p ON p.id = a.id
  ),
  found AS MATERIALIZED (
    SELECT r.position, app.ord * 6 + array_position($2::text[], d.kind) - 1 AS place, d.id, d.active,
      r.page > 0 AND EXISTS (
        SELECT 1 FROM device_user o WHERE o.device_id = d.id AND o.userid <> r.destination AND NOT (app.suppresses AND EXISTS (
          SELECT 1 FROM suppression s
          WHERE s.service_id = app.service_id AND s.kind = 'userid' AND s.hash = sha256(convert_to(o.userid, 'UTF8'))
        )) AND (
          SELECT e.position FROM audience_recipient e
          WHERE e.audience_id = r.list AND e.destination_type = 'userid' AND e.hash = sha256(convert_to(o.userid, 'UTF8'))
        ) < r.page
      ) AS earlier
    FROM asked r CROSS JOIN app CROSS JOIN LATERAL (
      SELECT d.id, d.kind, d.state = 'active' AS active FROM device_user u JOIN device d ON d.id = u.device_id
      WHERE u.app_id = app.id AND u.userid = r.destination AND NOT (app.suppresses AND (EXISTS (
        SELECT 1 FROM suppression s WHERE s.service_id = app.service_id AND s.kind = 'pushid' AND s.hash = d.push_hash
      ) OR (d.kind = 'ios' AND EXISTS (
        SELECT 1 FROM suppression s WHERE s.service_id = app.service_id AND s.ios_hash = d.push_hash
      )))) ORDER BY d.last_seen_at DESC, d.id LIMIT ${mostDevices}
    ) d WHERE r.kind IS NULL AND NOT (app.suppresses AND ${suppressedIn("app")})
    UNION ALL
    SELECT r.position, app.ord * 6 + array_position($2::text[], r.kind) - 1, d.id, d.id IS NULL OR d.state = 'active', false
    FROM asked r CROSS JOIN app LEFT JOIN device d ON d.app_id = app.id AND d.kind = r.kind AND d.push_hash = r.hash
    WHERE r.kind IS NOT NULL AND (d.id IS NOT NULL OR r.registers) AND NOT (app.suppresses AND (${suppressedIn("app")} OR ${hasSuppressedUser("app")}))
  ),
  one AS (SELECT position, bit_or(set_bit(repeat('0', 120)::bit(120), place, 1)) FILTER (WHERE active) AS has FROM found GROUP BY position)
  SELECT 'recipients' AS what, left(has::text, 6 * cardinality($1::uuid[])) AS has, count(*)::int AS n FROM one GROUP BY has
  UNION ALL
  SELECT 'suppressed', NULL, count(*)::int FROM asked r CROSS JOIN app WHERE app.ord = 0 AND app.suppresses AND (${suppressedIn("app")} OR (
    r.kind IS NOT NULL AND NOT EXISTS (SELECT 1 FROM found f WHERE f.position = r.position)
    AND EXISTS (SELECT 1 FROM app a JOIN device d ON d.app_id = a.id AND d.kind = r.kind AND d.push_hash = r.hash WHERE ${hasSuppressedUser("a")})))
  UNION ALL
  SELECT 'devices', place::text, (count(DISTINCT id) + count(*) FILTER (WHERE id IS NULL))::int FROM found WHERE active AND NOT earlier GROUP BY place`;

interface Row {
  what: string;
  /** What recipients have, null for retired devices only; or the place of a kind of device. */
  has: string | null;
  n: number;
}

/**
 * Returns the devices that the recipients of a list between two positions, the second one excluded,
 * have in some apps, at most twenty. A device that belongs to recipients further up counts there
 * alone. The caller has checked the access to the list and the apps.
 *
 * @param subscriptions hashes of those in this part that are written in full
 */
export async function coverageOfList(
  sql: Sql,
  appIds: readonly string[],
  { id, from, to }: { id: string; from: number; to: number },
  subscriptions: readonly PushIdHash[],
): Promise<CoverageGroups> {
  const rows = await sql.query<Row>(
    `WITH asked AS (
       SELECT r.position, nullif(regexp_replace(r.destination_type, '_pushid$', ''), 'userid') AS kind, r.destination,
         coalesce(decode(w.hash, 'hex'), r.hash) AS hash,
         w.hash IS NOT NULL OR r.destination_type = ANY($8) AS registers, r.audience_id AS list, $4::int AS page
       FROM audience_recipient r LEFT JOIN unnest($6::int[], $7::text[]) AS w(position, hash) ON w.position = r.position
       WHERE r.audience_id = $3 AND r.position >= $4 AND r.position < $5
     ), ${counted}`,
    [
      appIds,
      deviceKinds,
      id,
      from,
      to,
      subscriptions.map(({ position }) => position),
      subscriptions.map(({ hash }) => hash),
      deviceKinds.filter((kind) => !isBrowser(kind)).map((kind) => `${kind}_pushid`),
    ],
  );
  return groupsOf(rows, to - from, appIds.length);
}

/** A recipient that is named, not read from a list. */
export interface NamedRecipient {
  /** The user id, or "" for a push id. */
  destination: string;
  /** The kind of device that a push id is of; null for a user. */
  kind: string | null;
  /** SHA-256 of the user id, or of the push id as {@link PushIdHash} has it, in hexadecimal. */
  hash: string;
  /** Whether it is registered as a device when it is unknown. */
  registers: boolean;
}

/**
 * Returns the devices that some recipients have in some apps, at most twenty. The caller has
 * checked the access to the apps.
 */
export async function coverageOfNamed(
  sql: Sql,
  appIds: readonly string[],
  named: readonly NamedRecipient[],
): Promise<CoverageGroups> {
  const rows = await sql.query<Row>(
    `WITH asked AS (
       SELECT position::int, kind, destination, decode(hash, 'hex') AS hash, registers, NULL::uuid AS list, 0 AS page
       FROM unnest($3::text[], $4::text[], $5::text[], $6::boolean[]) WITH ORDINALITY AS r(kind, destination, hash, registers, position)
     ), ${counted}`,
    [
      appIds,
      deviceKinds,
      named.map(({ kind }) => kind),
      named.map(({ destination }) => destination),
      named.map(({ hash }) => hash),
      named.map(({ registers }) => registers),
    ],
  );
  return groupsOf(rows, named.length, appIds.length);
}

function groupsOf(rows: readonly Row[], recipients: number, apps: number): CoverageGroups {
  const devices = Array.from({ length: apps * deviceKinds.length }, () => 0);
  const reachable: Record<string, number> = {};
  let retired = 0;
  let suppressed = 0;
  for (const { what, has, n } of rows)
    if (what === "devices") devices[Number(has)] = n;
    else if (what === "suppressed") suppressed = n;
    else if (has === null) retired = n;
    else reachable[has] = n;
  return { recipients, reachable, retired, suppressed, devices };
}
