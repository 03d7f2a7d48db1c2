import { createHash } from "node:crypto";
import type { Sql } from "@/lib/database/sql";
import type { SuppressionKind } from "@/lib/inputs/suppression";
import { normalPushId } from "@/lib/interface/recipient-id";
import { subscriptionIn } from "@/lib/interface/subscription";
import { shortPushId } from "../device/web-subscription";

/** What gets nothing, of what was asked for. */
export interface Suppressed {
  userids: ReadonlySet<string>;
  /** Push ids, and short ids of browsers. */
  pushids: ReadonlySet<string>;
}

const none: Suppressed = { userids: new Set(), pushids: new Set() };

/** Which of some user ids and push ids are on a service's suppression list. Most services have none on it: they pay for one look-up. */
export async function suppressedAmong(
  sql: Sql,
  serviceId: string,
  asked: { userids: readonly string[]; pushids: readonly string[] },
): Promise<Suppressed> {
  if (!(await hasSuppressions(sql, serviceId))) return none;
  const [users, pushids] = [byHash(asked.userids), byHash(asked.pushids)];
  const rows = await sql.query<{ kind: SuppressionKind; hash: string }>(
    `SELECT s.kind, encode(s.hash, 'hex') AS hash FROM suppression s
     WHERE s.service_id = $1 AND ((s.kind = 'userid' AND s.hash = ANY(SELECT decode(h, 'hex') FROM unnest($2::text[]) h))
       OR (s.kind = 'pushid' AND s.hash = ANY(SELECT decode(h, 'hex') FROM unnest($3::text[]) h)))`,
    [serviceId, [...users.keys()], [...pushids.keys()]],
  );
  const found = (kind: SuppressionKind, from: Map<string, string>) =>
    new Set(rows.flatMap((row) => (row.kind === kind ? [from.get(row.hash) ?? ""] : [])));
  return { userids: found("userid", users), pushids: found("pushid", pushids) };
}

/** Whether there is anything on a service's suppression list. */
export async function hasSuppressions(sql: Sql, serviceId: string): Promise<boolean> {
  const [row] = await sql.query<{ any: boolean }>("SELECT EXISTS (SELECT 1 FROM suppression WHERE service_id = $1) AS any", [serviceId]);
  return row?.any === true;
}

/** SHA-256 of what is suppressed, in hexadecimal. */
export function hashSuppressed(value: string): string {
  return createHash("sha256").update(value).digest("hex");
}

/** A push id of whatever kind as it is kept: in its one form, a browser's subscription by the short id that its device has. */
export function keptPushId(written: string): string {
  const subscription = subscriptionIn(written);
  return subscription ? shortPushId(subscription) : normalPushId(written);
}

function byHash(values: readonly string[]): Map<string, string> {
  return new Map(values.map((value) => [hashSuppressed(value), value]));
}
