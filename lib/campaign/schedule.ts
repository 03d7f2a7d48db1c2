import { assertRole, type Member } from "@/lib/auth/member";
import { isId, newId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import { CampaignError } from "./save";
import { isTimeZone } from "@/lib/inputs/time-zone";
import type { Problem } from "@/lib/interface/problem";
import { now } from "@/lib/runtime/clock";
import { planCampaign, type CampaignPlan, type Order } from "./plan";

const mostAheadMs = 10 * 366 * 86_400_000;

/** `problems`: the request cannot be accepted as it stands; nothing was scheduled. */
export type ScheduleResult = { ok: true } | { ok: false; problems: Problem[] };

/**
 * Sets when a draft will be sent. What it amounts to is read by the rules of its service at that moment, so that a schedule that cannot work is refused
 * now. Throws `ForbiddenError` below marketer, `CampaignError` when the time has passed, a recipient lacks a value, or the draft was changed in between.
 *
 * @param startsAt ISO 8601
 * @param timezone IANA name in which the time was chosen, to show it again
 */
export async function scheduleCampaign(
  member: Member,
  id: string,
  { revision, startsAt, timezone, order }: { revision: number; startsAt: string; timezone: string; order: Order },
): Promise<ScheduleResult> {
  assertRole(member, "marketer");
  const at = new Date(startsAt);
  if (!isId(id)) throw new CampaignError("This campaign does not exist.");
  if (!isTimeZone(timezone)) throw new CampaignError("Choose a time zone by its IANA name, such as Europe/Berlin.");
  if (Number.isNaN(at.getTime()) || at.getTime() <= now()) throw new CampaignError("Choose a time that is still to come.");
  if (at.getTime() > now() + mostAheadMs) throw new CampaignError("Choose a time within the next ten years.");
  // Judged at the time of sending: an expiry before it is a mistake.
  const plan = await planCampaign(member, order, at.getTime());
  if (plan.problems.length > 0) return { ok: false, problems: plan.problems };
  checkValues(plan);
  const rows = await database().query(
    `UPDATE campaign SET state = 'scheduled', starts_at = $3, timezone = $4, request = $5, audience_id = $6, more_appids = $7, requests = $8, recipients = $9,
       plan = $10::jsonb, nonce = $12, answered = 0, refused = 0, transid = NULL, problem = NULL, revision = revision + 1, updated_by = $11, updated_at = now()
     WHERE id = $1 AND revision = $2 AND state = 'draft' RETURNING 1`,
    [id, revision, at.toISOString(), timezone, ...columnsOf(order, plan), member.id, newId()],
  );
  if (rows.length === 0) throw new CampaignError("The campaign was changed or sent in the meantime. Load the page again.");
  return { ok: true };
}

/** Throws `CampaignError` when the template does not take the values of some recipients of a list. */
export function checkValues({ unfit, audience }: CampaignPlan): void {
  const [first] = unfit;
  if (first) throw new CampaignError(unfitSentence(first, audience));
}

/** What is wrong with the values of some recipients, and how to mend it. */
export function unfitSentence({ parameter, why, recipients }: CampaignPlan["unfit"][number], audience: string | null): string {
  const who = `${recipients.toLocaleString("en")} ${recipients === 1 ? "recipient" : "recipients"} of “${audience ?? "the list"}”`;
  const have = recipients === 1 ? "has" : "have";
  return why === "missing"
    ? `${who} ${have} no value for ${parameter}. Write one for those under Content.`
    : `${who} ${have} a value for ${parameter} that is too long for the template. Shorten it in the list.`;
}

/** What a campaign keeps of its order: `request`, `audience_id`, `more_appids`, `requests`, `recipients`, `plan`. */
export function columnsOf(
  order: Order,
  { requests, recipients, cuts }: CampaignPlan,
): [string, string | null, string[], number, number, string] {
  return [order.body, order.audienceId, [...order.moreAppids], requests, recipients, JSON.stringify(cuts)];
}
