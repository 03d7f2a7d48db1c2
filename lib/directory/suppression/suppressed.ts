import { createHash } from "node:crypto";
import type { Sql } from "@/lib/database/sql";
import { shortPushId } from "@/lib/directory/device/subscriptions";
import type { SuppressionKind } from "@/lib/inputs/suppression";
import { applePushId, normalPushId } from "@/lib/interface/recipient-id";
import { subscriptionIn } from "@/lib/interface/subscription";

/** What gets nothing, of what was asked for. */
export interface SuppressedIds {
  userids: ReadonlySet<string>;
  /** Push ids, and short ids of browsers. */
  pushids: ReadonlySet<string>;
  /**
   * Tokens of Apple that were suppressed in other letters; elsewhere the same letters are another
   * token.
   */
  iosPushids: ReadonlySet<string>;
  /** Ids of devices that a suppressed user has, maybe among others. */
  devices: ReadonlySet<string>;
}

const none: SuppressedIds = {
  userids: new Set(),
  pushids: new Set(),
  iosPushids: new Set(),
  devices: new Set(),
};

/**
 * Which of some user ids, push ids and users of devices are on a service's suppression list. Most
 * services have none on it: they pay for one look-up.
 */
export async function suppressedAmong(
  sql: Sql,
  serviceId: string,
  recipients: {
    userids: readonly string[];
    pushids: readonly string[];
    iosPushids: readonly string[];
    devices: readonly string[];
  },
): Promise<SuppressedIds> {
  if (!(await hasSuppressions(sql, serviceId))) return none;
  const [users, pushids, ios] = [
    byHash(recipients.userids),
    byHash(recipients.pushids),
    byHash(recipients.iosPushids),
  ];
  const rows = await sql.query<{ kind: SuppressionKind | "ios" | "device"; hash: string }>(
    `SELECT s.kind, encode(s.hash, 'hex') AS hash FROM suppression s
     WHERE s.service_id = $1 AND ((s.kind = 'userid' AND s.hash = ANY(SELECT decode(h, 'hex') FROM unnest($2::text[]) h))
       OR (s.kind = 'pushid' AND s.hash = ANY(SELECT decode(h, 'hex') FROM unnest($3::text[]) h)))
     UNION ALL SELECT 'ios', encode(s.ios_hash, 'hex') FROM suppression s
     WHERE s.service_id = $1 AND s.ios_hash = ANY(SELECT decode(h, 'hex') FROM unnest($4::text[]) h)
     UNION SELECT 'device', u.device_id::text FROM unnest($5::uuid[]) AS d(id) JOIN device_user u ON u.device_id = d.id
       JOIN suppression s ON s.service_id = $1 AND s.kind = 'userid' AND s.hash = sha256(convert_to(u.userid, 'UTF8'))`,
    [serviceId, [...users.keys()], [...pushids.keys()], [...ios.keys()], recipients.devices],
  );
  const matches = (kind: SuppressionKind | "ios", from: Map<string, string>) =>
    new Set(rows.flatMap((row) => (row.kind === kind ? [from.get(row.hash) ?? ""] : [])));
  const devices = new Set(rows.flatMap(({ kind, hash }) => (kind === "device" ? [hash] : [])));
  return {
    userids: matches("userid", users),
    pushids: matches("pushid", pushids),
    iosPushids: matches("ios", ios),
    devices,
  };
}

/** Whether there is anything on a service's suppression list. */
export async function hasSuppressions(sql: Sql, serviceId: string): Promise<boolean> {
  const [row] = await sql.query<{ any: boolean }>(
    "SELECT EXISTS (SELECT 1 FROM suppression WHERE service_id = $1) AS any",
    [serviceId],
  );
  return row?.any === true;
}

/** SHA-256 of what is suppressed, in hexadecimal. */
export function hashSuppressed(value: string): string {
  return createHash("sha256").update(value).digest("hex");
}

/** The same as its column has it. */
export function suppressionHash(value: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(hashSuppressed(value), "hex"));
}

/**
 * A push id of any kind as it is stored: in its one form, a browser's subscription by the short id
 * that its device has.
 */
export function keptPushId(pushid: string): string {
  const subscription = subscriptionIn(pushid);
  return subscription ? shortPushId(subscription) : normalPushId(pushid);
}

/**
 * What {@link keptPushId} is where it belongs to a device of Apple; null where that is the same, or
 * it cannot. Other providers' letters are not alike in either case.
 */
export function keptIosPushId(pushid: string): string | null {
  const digits = applePushId(pushid);
  return digits === undefined || digits === keptPushId(pushid) ? null : digits;
}

function byHash(values: readonly string[]): Map<string, string> {
  return new Map(values.map((value) => [hashSuppressed(value), value]));
}
