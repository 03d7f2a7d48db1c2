import { assertRole, type Member } from "@/lib/auth/member";
import { isId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import type { DeviceKind } from "@/lib/interface/device-kinds";

/** A registered device as the console shows it. */
export interface DeviceRow {
  id: string;
  appid: string;
  kind: DeviceKind;
  pushid: string;
  deviceid: string;
  model: string | null;
  os: string | null;
  userids: string[];
  state: "active" | "invalid" | "removed";
  /** One of the sandbox's. */
  simulated: boolean;
  lastSeenAt: string;
}

const mostRows = 200;

/** Devices, newest first, paged by key: pass `next` of one page as `after` of the following one. */
export async function listDevices(
  member: Member,
  filter: { appid?: string; userid?: string; simulated?: boolean; after?: string; limit?: number },
): Promise<{ rows: DeviceRow[]; next: string | null }> {
  assertRole(member, "viewer");
  const limit = Math.min(Math.max(filter.limit ?? 50, 1), mostRows);
  const rows = await database().query<Omit<DeviceRow, "lastSeenAt"> & { lastSeenAt: Date }>(
    `SELECT d.id, a.appid, d.kind, d.pushid, d.deviceid, d.model, d.os, d.state, d.simulated, d.last_seen_at AS "lastSeenAt",
       ARRAY(SELECT u.userid FROM device_user u WHERE u.device_id = d.id ORDER BY u.userid LIMIT 20) AS userids
     FROM device d JOIN app a ON a.id = d.app_id
     WHERE ($1::text IS NULL OR a.appid = $1)
       AND ($2::text IS NULL OR EXISTS (SELECT 1 FROM device_user u WHERE u.app_id = d.app_id AND u.device_id = d.id AND u.userid = $2))
       AND ($3::uuid IS NULL OR d.id < $3) AND ($5::boolean IS NULL OR d.simulated = $5)
     ORDER BY d.id DESC LIMIT $4`,
    [
      filter.appid ?? null,
      filter.userid ?? null,
      filter.after && isId(filter.after) ? filter.after : null,
      limit + 1,
      filter.simulated ?? null,
    ],
  );
  const page = rows.slice(0, limit).map((row) => ({ ...row, lastSeenAt: row.lastSeenAt.toISOString() }));
  return { rows: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}
