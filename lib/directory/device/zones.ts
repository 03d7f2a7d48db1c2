import type { Sql } from "@/lib/database/sql";
import { kindOfKey, type DestinationKey } from "@/lib/interface/device-kinds";
import { normalId } from "@/lib/interface/recipient-id";
import type { ZoneCount, ZoneSource } from "@/lib/plan/waves";
import { hashPushId, wantedOf } from "./register-push-ids";

/**
 * Joins rows `r` of recipients (destination_type, destination, hash) of the service $1 with their
 * zone: that of their device that was seen last and reported one, else of their user. `$2` is the
 * zone of the service.
 */
const withZone = `LEFT JOIN LATERAL (
    SELECT o.id, o.timezone FROM (
      SELECT d.id, d.timezone, d.last_seen_at FROM device_user u JOIN device d ON d.id = u.device_id
      WHERE r.destination_type = 'userid' AND u.app_id = ANY(ARRAY(SELECT a.id FROM app a WHERE a.service_id = $1)) AND u.userid = r.destination AND d.state = 'active'
      UNION ALL
      SELECT d.id, d.timezone, d.last_seen_at FROM device d
      WHERE r.destination_type <> 'userid' AND d.app_id = ANY(ARRAY(SELECT a.id FROM app a WHERE a.service_id = $1))
        AND d.kind = replace(r.destination_type, '_pushid', '') AND d.push_hash = r.hash
    ) o ORDER BY o.timezone IS NULL, o.last_seen_at DESC, o.id LIMIT 1
  ) d ON true LEFT JOIN LATERAL (
    SELECT s.timezone FROM service_user s WHERE d.timezone IS NULL AND s.service_id = $1 AND s.timezone IS NOT NULL
      AND s.userid = CASE WHEN r.destination_type = 'userid' THEN r.destination ELSE (SELECT min(u.userid) FROM device_user u WHERE u.device_id = d.id) END
  ) s ON true`;
const zone = "coalesce(d.timezone, s.timezone, $2::text)";
const source =
  "CASE WHEN d.timezone IS NOT NULL THEN 'device' WHEN s.timezone IS NOT NULL THEN 'user' ELSE 'service' END";

/** Whose zones are looked up: the caller has checked the access to the service. */
interface ZoneScope {
  serviceId: string;
  /** Of recipients whose device and user have none. */
  timezone: string;
}

/** Counts the recipients of a list by their zones, and what says so. */
export async function countZones(
  sql: Sql,
  { serviceId, timezone, audienceId }: ZoneScope & { audienceId: string },
): Promise<ZoneCount[]> {
  return sql.query<ZoneCount>(
    `SELECT ${zone} AS zone, ${source} AS source, count(*)::int AS recipients
     FROM audience_recipient r ${withZone} WHERE r.audience_id = $3 GROUP BY 1, 2 ORDER BY 1, 2`,
    [serviceId, timezone, audienceId],
  );
}

/** A recipient that is named, not read from a list. */
interface NamedRecipient {
  type: DestinationKey;
  id: string;
}

/** Returns the zone of each of some recipients, in their order, and what says so. */
export async function zonesOfNamed(
  sql: Sql,
  { serviceId, timezone }: ZoneScope,
  named: readonly NamedRecipient[],
): Promise<{ zone: string; source: ZoneSource }[]> {
  return sql.query(
    `SELECT ${zone} AS zone, ${source} AS source
     FROM (SELECT n.destination_type, n.destination, decode(n.hash, 'hex') AS hash, n.position
       FROM unnest($3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS n(destination_type, destination, hash, position)) r ${withZone} ORDER BY r.position`,
    [
      serviceId,
      timezone,
      named.map(({ type }) => type),
      named.map(({ type, id }) => normalId(type, id)),
      named.map(hashOf),
    ],
  );
}

function hashOf({ type, id }: NamedRecipient): string {
  const kind = kindOfKey(type);
  return kind ? wantedOf({ kind, pushid: id }).hash : hashPushId(normalId(type, id));
}

/** The places that recipients of zones have in a list that is sorted by them. */
interface ZonePlaces {
  zones: readonly string[];
  /** Of the zone at the same place; smaller ones come first. */
  places: readonly number[];
  /** Of recipients of any other zone. */
  otherwise: number;
}

/**
 * Returns the recipients of a list as a query, to be sorted by the place of their zone and by their
 * position in the list.
 */
export function recipientsByZone(
  { serviceId, timezone, audienceId }: ZoneScope & { audienceId: string },
  { zones, places, otherwise }: ZonePlaces,
): { select: string; values: readonly unknown[]; orderBy: string } {
  return {
    select: `SELECT r.destination_type, r.destination, r.parameters, coalesce(w.place, $6::int) AS place, r.position AS position_before
      FROM audience_recipient r ${withZone} LEFT JOIN unnest($4::text[], $5::int[]) AS w(zone, place) ON w.zone = ${zone} WHERE r.audience_id = $3`,
    values: [serviceId, timezone, audienceId, zones, places, otherwise],
    orderBy: "place, position_before",
  };
}
