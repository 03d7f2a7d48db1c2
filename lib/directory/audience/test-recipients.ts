import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { mostTestRecipients } from "@/lib/inputs/audience";
import type { TestChoice } from "@/lib/inputs/test-message";
import type { DeviceKind } from "@/lib/interface/device-kinds";
import type { PlannedRecipient } from "@/lib/plan/requests";
import { rejectInput } from "@/lib/verb/errors";
import { readRecipients } from "./list";

/**
 * The recipients of a choice in an app, each once: those typed first, then devices by their push
 * ids, then the members of groups with their own values.
 *
 * Throws `RefusedError` when a group or a device cannot be used any longer, or there are none, or
 * more than 100. Whether the app is the asker's to send in is the caller's to know.
 */
export async function testRecipients(
  sql: Sql,
  appid: string,
  choice: TestChoice,
): Promise<PlannedRecipient[]> {
  const users = choice.users.map((id): PlannedRecipient => ({
    type: "userid",
    id,
    parameters: {},
  }));
  const candidates = [
    ...users,
    ...(await devicesOf(sql, appid, choice)),
    ...(await membersOf(sql, appid, choice.groups)),
  ];
  // The values of a group are worth more than the same recipient without any.
  const unique = new Map<string, PlannedRecipient>();
  for (const one of candidates) {
    const name = `${one.type} ${one.id}`;
    const before = unique.get(name);
    if (
      !before ||
      (Object.keys(before.parameters).length === 0 && Object.keys(one.parameters).length > 0)
    )
      unique.set(name, one);
  }
  if (unique.size === 0) rejectInput("Choose recipients for the test.");
  if (unique.size > mostTestRecipients)
    rejectInput(`A test can have at most ${mostTestRecipients} recipients.`);
  return [...unique.values()];
}

async function devicesOf(
  sql: Sql,
  appid: string,
  { devices, browsers }: TestChoice,
): Promise<PlannedRecipient[]> {
  const ids = [...new Set(devices.filter(isId))].slice(0, mostTestRecipients + 1);
  const pushids = [...new Set(browsers)].slice(0, mostTestRecipients + 1);
  if (devices.length === 0 && pushids.length === 0) return [];
  const rows = await sql.query<{ kind: DeviceKind; pushid: string; listed: boolean }>(
    `SELECT d.kind, d.pushid, d.id = ANY($2::uuid[]) AS listed FROM device d JOIN app a ON a.id = d.app_id
     WHERE a.appid = $1 AND d.state = 'active'
       AND (d.id = ANY($2::uuid[]) OR d.push_hash IN (SELECT sha256(convert_to(p, 'UTF8')) FROM unnest($3::text[]) AS p)) ORDER BY d.kind, d.id`,
    [appid, ids, pushids],
  );
  if (rows.filter(({ listed }) => listed).length < new Set(devices).size)
    rejectInput(
      "A chosen device is no longer registered. Open the test again to see the registered devices.",
    );
  if (pushids.some((pushid) => !rows.some((row) => row.pushid === pushid)))
    rejectInput("This browser is no longer registered. Choose it again.");
  return rows.map(({ kind, pushid }) => ({ type: `${kind}_pushid`, id: pushid, parameters: {} }));
}

async function membersOf(
  sql: Sql,
  appid: string,
  groups: readonly string[],
): Promise<PlannedRecipient[]> {
  const ids = [...new Set(groups)];
  if (ids.length === 0) return [];
  const rows = await sql.query<{ id: string; name: string; recipients: number }>(
    `SELECT l.id, l.name, l.recipients FROM audience l JOIN app a ON a.service_id = l.service_id
     WHERE a.appid = $1 AND l.id = ANY($2::uuid[]) AND l.test AND l.ready_at IS NOT NULL AND l.removed_at IS NULL`,
    [appid, ids.filter(isId)],
  );
  if (rows.length < ids.length)
    rejectInput("A chosen test group was removed, or is no longer a test group.");
  const members: PlannedRecipient[] = [];
  for (const { id, name, recipients } of rows) {
    if (recipients > mostTestRecipients)
      rejectInput(
        `“${name}” has more than ${mostTestRecipients} recipients, which is too many for a test.`,
      );
    members.push(...(await readRecipients(sql, id, 0, mostTestRecipients)));
  }
  return members;
}
