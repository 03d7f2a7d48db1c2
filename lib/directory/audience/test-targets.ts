import { assertRole, type Member } from "@/lib/auth/member";
import { database } from "@/lib/database/sql";
import { listDevices, type DeviceRow } from "../device/list";

/** A device that a test can go to. */
export type TestDevice = Pick<DeviceRow, "id" | "kind" | "model" | "os" | "userids" | "simulated">;

/** A list that is marked as a test group. */
export interface TestGroup {
  id: string;
  name: string;
  recipients: number;
}

/** What a test in an app can go to. */
export interface TestTargets {
  /** Active devices, the newest first, those that fit the search; at most thirty. */
  devices: TestDevice[];
  /** There are more: a search finds them. */
  more: boolean;
  /** Those that were chosen before and still are active. */
  chosen: TestDevice[];
  groups: TestGroup[];
}

const mostDevices = 30;
const mostChosen = 100;

/**
 * What a test in an app can go to. Throws `ForbiddenError` below marketer.
 *
 * @param text part of a user id, a model, a system or a kind; "" for the newest
 * @param chosen ids of devices that were chosen before
 */
export async function testTargets(member: Member, appid: string, text: string, chosen: readonly string[]): Promise<TestTargets> {
  assertRole(member, "marketer");
  const [found, before, groups] = await Promise.all([
    listDevices(member, { appid, state: "active", text: text.slice(0, 200), limit: mostDevices }),
    chosen.length === 0 ? undefined : listDevices(member, { appid, state: "active", ids: chosen.slice(0, mostChosen), limit: mostChosen }),
    database().query<TestGroup>(
      `SELECT l.id, l.name, l.recipients FROM audience l JOIN app a ON a.service_id = l.service_id
       WHERE a.appid = $1 AND l.test AND l.ready_at IS NOT NULL AND l.removed_at IS NULL ORDER BY lower(l.name), l.id LIMIT 200`,
      [appid],
    ),
  ]);
  return { devices: found.rows.map(told), more: found.next !== null, chosen: before?.rows.map(told) ?? [], groups };
}

function told({ id, kind, model, os, userids, simulated }: DeviceRow): TestDevice {
  return { id, kind, model, os, userids, simulated };
}
