import type { Sql } from "@/lib/database/sql";
import { normalId } from "@/lib/interface/recipient-id";
import type { PlannedRecipient } from "@/lib/plan/requests";
import { NotFoundError, rejectInput } from "@/lib/verb/errors";

/** On how many devices a member may test in a service in a day (UTC). */
export interface TestAllowance {
  limit: number;
  /** Devices that are left today, 0 or more. */
  left: number;
}

/**
 * Returns what a member may still test on today. Throws `NotFoundError` when there is no such
 * service.
 */
export async function readTestAllowance(
  sql: Sql,
  memberId: string,
  serviceId: string,
): Promise<TestAllowance> {
  const [row] = await sql.query<TestAllowance>(
    `SELECT s.tests_per_day AS "limit", greatest(0, s.tests_per_day - coalesce(
       (SELECT t.devices FROM test_day t WHERE t.member_id = $1 AND t.service_id = s.id AND t.day = (now() AT TIME ZONE 'UTC')::date), 0)) AS "left"
     FROM service s WHERE s.id = $2`,
    [memberId, serviceId],
  );
  if (!row) throw new NotFoundError("This service");
  return row;
}

/**
 * Devices that recipients of a test stand for in an app: each active one of a user. A recipient
 * without any counts as one.
 */
export async function countTestDevices(
  sql: Sql,
  appid: string,
  recipients: readonly PlannedRecipient[],
): Promise<number> {
  const users = recipients
    .filter(({ type }) => type === "userid")
    .map(({ type, id }) => normalId(type, id));
  const [row] = await sql.query<{ devices: number }>(
    `SELECT coalesce(sum(greatest(1, (
       SELECT count(*) FROM device_user u JOIN device d ON d.id = u.device_id JOIN app a ON a.id = u.app_id
       WHERE a.appid = $1 AND u.userid = n.id AND d.state = 'active'))), 0)::int AS devices FROM unnest($2::text[]) AS n(id)`,
    [appid, users],
  );
  return recipients.length - users.length + (row?.devices ?? 0);
}

/**
 * Counts a test against what its member may test on today, in the transaction that accepts it;
 * tests at the same time wait for each other. Throws `RefusedError` when it goes to more devices
 * than are left.
 */
export async function countTest(
  tx: Sql,
  { memberId, serviceId, devices }: { memberId: string; serviceId: string; devices: number },
): Promise<void> {
  const counted = await tx.query(
    `INSERT INTO test_day (member_id, service_id, day, devices)
     SELECT $1, s.id, (now() AT TIME ZONE 'UTC')::date, $3 FROM service s WHERE s.id = $2 AND $3::int <= s.tests_per_day
     ON CONFLICT (member_id, service_id) DO UPDATE SET day = excluded.day,
       devices = excluded.devices + CASE WHEN test_day.day = excluded.day THEN test_day.devices ELSE 0 END
     WHERE excluded.devices + CASE WHEN test_day.day = excluded.day THEN test_day.devices ELSE 0 END
       <= (SELECT s.tests_per_day FROM service s WHERE s.id = excluded.service_id)
     RETURNING 1`,
    [memberId, serviceId, devices],
  );
  if (counted.length > 0) return;
  const { limit, left } = await readTestAllowance(tx, memberId, serviceId);
  rejectInput(
    `You may test on ${devicesText(limit)} a day in this service, ${left === 0 ? "none are" : `${left.toLocaleString("en")} ${left === 1 ? "is" : "are"}`} left today, and this test goes to ${devices.toLocaleString("en")}. The count starts again at 00:00 UTC. Admins of the service can raise the limit under Settings › Services › Tests.`,
  );
}

function devicesText(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "device" : "devices"}`;
}
