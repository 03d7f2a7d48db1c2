import { assertRole, type Member } from "@/lib/auth/member";
import { isId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import { mostTestRecipients } from "@/lib/inputs/audience";
import type { DeviceKind } from "@/lib/interface/device-kinds";
import type { PlannedRecipient } from "@/lib/plan/requests";
import { readRecipients } from "./list";
import { AudienceError } from "./rows";

/** Who a test is for. */
export interface TestChoice {
  /** Ids of saved lists that are marked as test groups. */
  groups: readonly string[];
  /** Ids of registered devices. */
  devices: readonly string[];
  /** Push ids of browsers that have just registered. */
  browsers: readonly string[];
  /** User ids, whether or not they are in any list. */
  users: readonly string[];
}

/**
 * The recipients of a choice in an app, each once: those typed first, then devices by their push ids, then the members of groups with their own values.
 *
 * @throws {AudienceError} when a group or a device cannot be used any longer, or there are none, or more than 100
 */
export async function testRecipients(member: Member, appid: string, choice: TestChoice): Promise<PlannedRecipient[]> {
  assertRole(member, "marketer");
  const users = choice.users.map((id): PlannedRecipient => ({ type: "userid", id, parameters: {} }));
  const found = [...users, ...(await devicesOf(appid, choice)), ...(await membersOf(appid, choice.groups))];
  // The values of a group are worth more than the same recipient without any.
  const unique = new Map<string, PlannedRecipient>();
  for (const one of found) {
    const name = `${one.type} ${one.id}`;
    const before = unique.get(name);
    if (!before || (Object.keys(before.parameters).length === 0 && Object.keys(one.parameters).length > 0)) unique.set(name, one);
  }
  if (unique.size === 0) throw new AudienceError("Choose who gets the test.");
  if (unique.size > mostTestRecipients) throw new AudienceError(`A test goes to at most ${mostTestRecipients} recipients.`);
  return [...unique.values()];
}

async function devicesOf(appid: string, { devices, browsers }: TestChoice): Promise<PlannedRecipient[]> {
  const ids = [...new Set(devices.filter(isId))].slice(0, mostTestRecipients + 1);
  const pushids = [...new Set(browsers)].slice(0, mostTestRecipients + 1);
  if (devices.length === 0 && pushids.length === 0) return [];
  const rows = await database().query<{ kind: DeviceKind; pushid: string; listed: boolean }>(
    `SELECT d.kind, d.pushid, d.id = ANY($2::uuid[]) AS listed FROM device d JOIN app a ON a.id = d.app_id
     WHERE a.appid = $1 AND d.state = 'active'
       AND (d.id = ANY($2::uuid[]) OR d.push_hash IN (SELECT sha256(convert_to(p, 'UTF8')) FROM unnest($3::text[]) AS p)) ORDER BY d.kind, d.id`,
    [appid, ids, pushids],
  );
  if (rows.filter(({ listed }) => listed).length < new Set(devices).size)
    throw new AudienceError("A device that was chosen is registered no longer. Open the test again to see which are.");
  if (pushids.some((pushid) => !rows.some((row) => row.pushid === pushid)))
    throw new AudienceError("This browser is registered no longer. Choose it again.");
  return rows.map(({ kind, pushid }) => ({ type: `${kind}_pushid`, id: pushid, parameters: {} }));
}

async function membersOf(appid: string, groups: readonly string[]): Promise<PlannedRecipient[]> {
  const ids = [...new Set(groups)];
  if (ids.length === 0) return [];
  const rows = await database().query<{ id: string; name: string; recipients: number }>(
    `SELECT l.id, l.name, l.recipients FROM audience l JOIN app a ON a.service_id = l.service_id
     WHERE a.appid = $1 AND l.id = ANY($2::uuid[]) AND l.test AND l.ready_at IS NOT NULL AND l.removed_at IS NULL`,
    [appid, ids.filter(isId)],
  );
  if (rows.length < ids.length) throw new AudienceError("A test group that was chosen was removed, or is none any longer.");
  const found: PlannedRecipient[] = [];
  for (const { id, name, recipients } of rows) {
    if (recipients > mostTestRecipients)
      throw new AudienceError(`“${name}” has more than ${mostTestRecipients} recipients, which is too many for a test.`);
    found.push(...(await readRecipients(database(), id, 0, mostTestRecipients)));
  }
  return found;
}
