import { bitsOf, hasBit, partOf } from "./bitmap";
import type { LeafDraft } from "./draft";
import type { Deed, DeedLeaf, FieldLeaf } from "./rule";
import { hourBefore } from "./times";

/** Joins user ids, each of which is once among them; returns whether that of a user is. */
function joinedUserids(draft: LeafDraft, userids: string): string {
  const alias = `j${draft.joins.length + 1}`;
  draft.joins.push(`LEFT JOIN (${userids}) ${alias} ON ${alias}.userid = u.userid`);
  return `(${alias}.userid IS NOT NULL)`;
}

/** Whether the user id is in one of some lists of the service. */
export function listTest(draft: LeafDraft, { value }: FieldLeaf): string {
  const lists = draft.add(Array.isArray(value) ? value : [value], "uuid[]");
  // The hash leads to the row: of a list of millions some hundred users are looked up.
  const among =
    draft.among === undefined
      ? ""
      : ` AND r.hash = ANY((SELECT array_agg(sha256(convert_to(x.id, 'UTF8'))) FROM unnest(${draft.among}) AS x(id))::bytea[])`;
  return joinedUserids(
    draft,
    `SELECT DISTINCT r.destination AS userid FROM audience l JOIN audience_recipient r ON r.audience_id = l.id AND r.destination_type = 'userid'${among}
    WHERE l.id = ANY(${lists}) AND l.service_id = $1 AND l.ready_at IS NOT NULL AND l.removed_at IS NULL`,
  );
}

/** Whether what a leaf names became of a message to the user. */
export function deedTest(draft: LeafDraft, deed: Deed, leaf: DeedLeaf): string {
  return draft.among === undefined
    ? activityTest(draft, deed, leaf)
    : joinedUserids(draft, deliveries(draft, deed, leaf, draft.among));
}

/** Joins bitmaps of users, and what of the last hours is not in bitmaps yet. */
function activityTest(draft: LeafDraft, deed: Deed, leaf: DeedLeaf): string {
  const { campaign, template, button, within } = leaf;
  const tests = [`e.service_id = $1 AND e.deed = ${draft.add(deed, "text")}`];
  if (within !== undefined) tests.push(`e.hour >= ${hourOf(draft, within)}`);
  if (campaign !== undefined) tests.push(`e.campaign_id = ${draft.add(campaign, "uuid")}`);
  if (template !== undefined)
    tests.push(`e.template_version_id IN (${versionsOf(draft, template)})`);
  if (button !== undefined) tests.push(`e.button = ${draft.add(button, "text")}`);
  const where = `WHERE ${tests.join(" AND ")}`;
  const alias = `j${draft.joins.length + 1}`;
  draft.joins.push(`LEFT JOIN (SELECT b.part, bit_or(b.bits) AS bits FROM (
    SELECT e.part, e.bits FROM activity_bitmap e ${where}
    UNION ALL SELECT ${partOf("x.number")}, ${bitsOf("x.number")} FROM user_activity e CROSS JOIN LATERAL unnest(e.users) AS x(number) ${where} GROUP BY 1) b
    GROUP BY 1) ${alias} ON ${alias}.part = ${partOf("u.number")}`);
  return hasBit(`${alias}.bits`, "u.number");
}

const times: Readonly<Record<Deed, string>> = {
  sent: "d.submitted_at",
  delivered: "d.delivered_at",
  read: "d.read_at",
  pressed: "d.read_at",
};

function deliveries(draft: LeafDraft, deed: Deed, leaf: DeedLeaf, among: string): string {
  const { campaign, template, button, within } = leaf;
  const tests = [
    `d.service_id = $1 AND d.destination = ANY(${among}) AND d.destination_type = 'userid' AND ${times[deed]} IS NOT NULL`,
  ];
  if (within !== undefined) tests.push(`${times[deed]} >= ${hourOf(draft, within)}`);
  if (deed === "pressed")
    tests.push(button === undefined ? "d.button <> ''" : `d.button = ${draft.add(button, "text")}`);
  if (campaign !== undefined) tests.push(`m.campaign_id = ${draft.add(campaign, "uuid")}`);
  if (template !== undefined)
    tests.push(`m.template_version_id IN (${versionsOf(draft, template)})`);
  const messages =
    campaign === undefined && template === undefined
      ? ""
      : " JOIN message m ON m.id = d.message_id";
  return `SELECT DISTINCT d.destination AS userid FROM delivery d${messages} WHERE ${tests.join(" AND ")}`;
}

function hourOf(draft: LeafDraft, within: string): string {
  return draft.add(hourBefore(within, draft.context.now).toISOString(), "timestamptz");
}

function versionsOf(draft: LeafDraft, template: string): string {
  return `SELECT tv.id FROM template t JOIN template_version tv ON tv.template_id = t.id WHERE t.service_id = $1 AND t.template_id = ${draft.add(template, "text")}`;
}
