import type { Sql } from "@/lib/database/sql";
import { findService } from "@/lib/directory/service/find";
import { longestCapMs, type FrequencyCap } from "@/lib/inputs/frequency-cap";
import { normalId } from "@/lib/interface/recipient-id";
import { leftOutUser, type TargetRow } from "./targets";

/** What a delivery, and its update, say of a user whom a cap leaves out. */
export const cappedText = "Frequency cap reached";

/** A target, and whether a cap leaves it out. */
interface CapTarget extends TargetRow {
  capped?: true;
}

/**
 * The time zone that the days of a user are counted in, in a statement with rows `f` of
 * `frequency_count`: the user's own, that of the device seen last, or that of the service.
 */
const zoneOfUser = `valid_zone(coalesce((SELECT u.timezone FROM service_user u WHERE u.service_id = f.service_id AND u.userid = f.userid),
  (SELECT v.timezone FROM app a JOIN device_user w ON w.app_id = a.id AND w.userid = f.userid JOIN device v ON v.id = w.device_id
   WHERE a.service_id = f.service_id AND v.timezone IS NOT NULL ORDER BY v.last_seen_at DESC, v.id LIMIT 1),
  (SELECT s.timezone FROM service s WHERE s.id = f.service_id)))`;

/**
 * How many further campaigns a user may get, in a statement with rows `f` of `frequency_count`. $1
 * is the moment in milliseconds, $2 to $4 are {@link capColumns}. A time that a clock gave wrongly,
 * more than an hour ahead, does not count.
 */
const roomOfUser = `(SELECT min(c.messages - (SELECT count(*) FROM jsonb_each(f.orders) e WHERE e.value::float8 <= $1::float8 + 3600000
    AND CASE WHEN c.days IS NULL THEN e.value::float8 > $1::float8 - c.hours * 3600000.0
      ELSE (to_timestamp(e.value::float8 / 1000) AT TIME ZONE z.name)::date > (to_timestamp($1::float8 / 1000) AT TIME ZONE z.name)::date - c.days END))
  FROM unnest($2::int[], $3::int[], $4::int[]) AS c(messages, hours, days) LEFT JOIN LATERAL (SELECT ${zoneOfUser} AS name) z ON c.days IS NOT NULL)`;

/** Caps as the columns of {@link roomOfUser}. */
function capColumns(
  caps: readonly FrequencyCap[],
): [messages: number[], hours: (number | null)[], days: (number | null)[]] {
  return [
    caps.map(({ messages }) => messages),
    caps.map(({ span, unit }) => (unit === "hours" ? span : null)),
    caps.map(({ span, unit }) => (unit === "days" ? span : null)),
  ];
}

/** The caps of some services, by their ids; those without one are left out. */
export type CapsByService = ReadonlyMap<string, readonly FrequencyCap[]>;

/** Reads the caps of services, from the memory of the process. Call it outside of a transaction. */
export async function capsOf(serviceIds: Iterable<string>): Promise<CapsByService> {
  const caps = new Map<string, readonly FrequencyCap[]>();
  for (const id of new Set(serviceIds)) {
    const frequencyCaps = (await findService(id))?.frequencyCaps ?? [];
    if (frequencyCaps.length > 0) caps.set(id, frequencyCaps);
  }
  return caps;
}

interface CapScope {
  caps: CapsByService;
  /** Messages of the targets; those without an order to count by are passed over. */
  messages: readonly { transid: string; capOrderId: string | null }[];
  at: Date;
}

/**
 * Counts campaigns for the users of targets, and marks those whom a cap of their service leaves
 * out: a user in one row, however many devices. A user counts once for an order, however often this
 * is repeated, and from then on gets it on each of their devices. A push id counts for the user of
 * its device, the first by id of several; one without a user is never left out.
 *
 * Users are locked in the order of their ids until the transaction ends, so that two campaigns at
 * once neither exceed a cap nor wait for each other in a circle.
 */
export async function withinCaps(
  tx: Sql,
  targets: readonly TargetRow[],
  { caps, messages, at }: CapScope,
): Promise<readonly CapTarget[]> {
  if (caps.size === 0) return targets;
  const orders = new Map(
    messages.flatMap(({ transid, capOrderId }): [string, string][] =>
      capOrderId === null ? [] : [[transid, capOrderId]],
    ),
  );
  const limited = targets.filter(
    ({ message, problem }) =>
      problem === undefined &&
      orders.has(message.transid) &&
      caps.has(message.serviceId) &&
      !(message.expiresAt && message.expiresAt <= at),
  );
  if (limited.length === 0) return targets;
  const users = await usersOf(tx, limited);
  const left = new Set<TargetRow>();
  for (const [serviceId, own] of [...caps].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const ofService = limited.filter((row) => row.message.serviceId === serviceId);
    const counted = ofService.flatMap((row) => {
      const userid = users.get(row);
      const order = orders.get(row.message.transid);
      return userid === undefined || order === undefined ? [] : [{ row, userid, order }];
    });
    const admitted = await countOrders(tx, { serviceId, caps: own, counted, at });
    for (const { row, userid, order } of counted)
      if (!admitted.get(userid)?.has(order)) left.add(row);
  }
  return left.size === 0 ? targets : marked(targets, left);
}

function marked(targets: readonly TargetRow[], left: ReadonlySet<TargetRow>): CapTarget[] {
  const reported = new Set<string>();
  return targets.flatMap((row): CapTarget[] => {
    if (!left.has(row)) return [row];
    if (row.destinationType !== "userid") return [{ ...row, capped: true }];
    const user = leftOutUser(row);
    const name = `${row.message.transid} ${user.target}`;
    if (reported.has(name)) return [];
    reported.add(name);
    return [{ ...user, capped: true }];
  });
}

/** The user that each target counts for; those without one are left out. */
async function usersOf(
  tx: Sql,
  targets: readonly TargetRow[],
): Promise<ReadonlyMap<TargetRow, string>> {
  const deviceIds = targets.flatMap(({ destinationType, deviceId }) =>
    destinationType === "userid" || deviceId === null ? [] : [deviceId],
  );
  const rows =
    deviceIds.length === 0
      ? []
      : await tx.query<{ deviceId: string; userid: string }>(
          `SELECT device_id AS "deviceId", min(userid) AS userid FROM device_user WHERE device_id = ANY($1::uuid[]) GROUP BY device_id`,
          [[...new Set(deviceIds)]],
        );
  const byDevice = new Map(rows.map(({ deviceId, userid }) => [deviceId, userid]));
  return new Map(
    targets.flatMap((row): [TargetRow, string][] => {
      const userid =
        row.destinationType === "userid"
          ? normalId("userid", row.destination)
          : byDevice.get(row.deviceId ?? "");
      return userid === undefined ? [] : [[row, userid]];
    }),
  );
}

interface OrdersOfUsers {
  serviceId: string;
  caps: readonly FrequencyCap[];
  counted: readonly { userid: string; order: string }[];
  at: Date;
}

/**
 * Counts orders for users as far as the caps allow it, older orders first, in one statement.
 * Returns the orders that each user has: those that were counted before, too.
 */
async function countOrders(
  tx: Sql,
  { serviceId, caps, counted, at }: OrdersOfUsers,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (counted.length === 0) return new Map();
  const added = await additions(tx, { serviceId, caps, counted, at });
  const rows = await tx.query<{ userid: string; orders: string[] }>(
    `INSERT INTO frequency_count AS f (service_id, userid, orders, last_at)
     SELECT $5::uuid, n.userid, n.orders::jsonb, to_timestamp($1::float8 / 1000) FROM unnest($6::text[], $7::text[]) AS n(userid, orders) ORDER BY n.userid
     ON CONFLICT (service_id, userid) DO UPDATE SET last_at = greatest(f.last_at, excluded.last_at), orders = (
       SELECT coalesce(jsonb_object_agg(x.key, x.value), '{}') FROM (
         SELECT e.key, e.value FROM jsonb_each(f.orders) e WHERE e.value::float8 > $1::float8 - $8::float8 OR jsonb_exists(excluded.orders, e.key)
         UNION ALL
         SELECT p.key, p.value FROM (
           SELECT e.key, e.value, row_number() OVER (ORDER BY e.key) AS place FROM jsonb_each(excluded.orders) e WHERE NOT jsonb_exists(f.orders, e.key)) p
         WHERE p.place <= ${roomOfUser}) x)
     WHERE jsonb_exists_any(f.orders, ARRAY(SELECT jsonb_object_keys(excluded.orders))) OR ${roomOfUser} > 0
     RETURNING f.userid, ARRAY(SELECT jsonb_object_keys(f.orders)) AS orders`,
    [
      at.getTime(),
      ...capColumns(caps),
      serviceId,
      added.map(({ userid }) => userid),
      added.map(({ orders }) => JSON.stringify(orders)),
      longestCapMs(caps),
    ],
  );
  return new Map(rows.map(({ userid, orders }) => [userid, new Set(orders)]));
}

/**
 * The orders of each user with their time: as many as a user without any may get, at most; those
 * that were counted before come first, then the older ones.
 */
async function additions(
  tx: Sql,
  { serviceId, caps, counted, at }: OrdersOfUsers,
): Promise<{ userid: string; orders: Record<string, number> }[]> {
  const most = Math.min(...caps.map(({ messages }) => messages));
  const byUser = new Map<string, Set<string>>();
  for (const { userid, order } of counted)
    byUser.set(userid, (byUser.get(userid) ?? new Set()).add(order));
  const crowded = [...byUser].flatMap(([userid, { size }]) => (size > most ? [userid] : []));
  // Only where several orders share a slice.
  const rows =
    crowded.length === 0
      ? []
      : await tx.query<{ userid: string; orders: string[] }>(
          "SELECT userid, ARRAY(SELECT jsonb_object_keys(orders)) AS orders FROM frequency_count WHERE service_id = $1 AND userid = ANY($2::text[])",
          [serviceId, crowded],
        );
  const before = new Map(rows.map(({ userid, orders }) => [userid, new Set(orders)]));
  return [...byUser].map(([userid, orders]) => {
    const isNew = (id: string) => (before.get(userid)?.has(id) === true ? 0 : 1);
    const sorted = [...orders]
      .toSorted()
      .toSorted((one, other) => isNew(one) - isNew(other))
      .slice(0, most);
    return { userid, orders: Object.fromEntries(sorted.map((id) => [id, at.getTime()])) };
  });
}

/** Recipients of an order whom caps may leave out. */
interface CapRecipients {
  serviceId: string;
  caps: readonly FrequencyCap[];
  /** The list that it goes to; null where `userids` has its users. */
  audienceId: string | null;
  userids: readonly string[];
  at: Date;
}

/** Recipients of a list that are looked at: of a larger one, at even distances. */
const mostSampled = 20_000;

/**
 * Counts the users of an order whom the caps would leave out at a moment. An estimate: they may get
 * other campaigns until then, of a large list only some recipients are looked at, and push ids are
 * not.
 */
export async function countCapped(
  sql: Sql,
  { serviceId, caps, audienceId, userids, at }: CapRecipients,
): Promise<number> {
  if (caps.length === 0) return 0;
  const parameters = [at.getTime(), ...capColumns(caps), serviceId];
  const [row] =
    audienceId === null
      ? await sql.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM frequency_count f WHERE f.service_id = $5 AND f.userid = ANY($6::text[]) AND ${roomOfUser} <= 0`,
          [...parameters, [...new Set(userids.map((id) => normalId("userid", id)))]],
        )
      : await sql.query<{ n: number }>(
          `SELECT coalesce(sum(l.step), 0)::int AS n
           FROM (SELECT a.id, a.recipients, greatest(1, ceil(a.recipients / ${mostSampled}.0))::int AS step FROM audience a WHERE a.id = $6) l
             CROSS JOIN LATERAL generate_series(0, l.recipients - 1, l.step) AS s(position)
             JOIN audience_recipient r ON r.audience_id = l.id AND r.position = s.position AND r.destination_type = 'userid'
             JOIN frequency_count f ON f.service_id = $5 AND f.userid = r.destination
           WHERE ${roomOfUser} <= 0`,
          [...parameters, audienceId],
        );
  return row?.n ?? 0;
}
