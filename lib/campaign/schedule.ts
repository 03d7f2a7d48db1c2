import { memberIdOf } from "@/lib/auth/member";
import { repeatRolledBack } from "@/lib/database/repeat";
import { database } from "@/lib/database/sql";
import { scheduleSchema } from "@/lib/inputs/compose";
import { isTimeZone } from "@/lib/inputs/time-zone";
import { now } from "@/lib/runtime/clock";
import { placeholderOf } from "@/lib/template/placeholder";
import { rejectInput, RefusedError } from "@/lib/verb/errors";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { verbInSteps } from "@/lib/verb/verb";
import { changed } from "@/lib/work/wake";
import { lockCampaign } from "./approval/open";
import { spendApproval } from "./approval/spend";
import { subjectOf } from "./approval/subject";
import { refuseStale } from "./conflict";
import { assertDrawn } from "./drawn-version";
import { assertListConfirmed, assertListUnchanged, lockList } from "./list-unchanged";
import * as move from "./move";
import { planCampaign, type CampaignPlan, type Order } from "./plan";
import { keepTemplatesOfOrder } from "./templates";

const mostAheadMs = 10 * 366 * 86_400_000;

/**
 * Sets when a draft will be sent: `startsAt` ISO 8601, `timezone` the IANA name in which it was
 * chosen, to show it again. What it amounts to is read by the rules of its service at that moment,
 * so that a schedule that cannot work is refused now: a time that has passed, a request that breaks
 * a rule, a recipient without a value. Throws `ConflictError` for a draft, a list or a template
 * that another writer changed in between. It keeps the version of its template that is published
 * now, unless it is to follow the newest. Where its service asks for a second person, it takes the
 * approval of exactly this.
 */
export const scheduleCampaign = verbInSteps({
  action: "campaign.schedule",
  input: scheduleSchema,
  service: serviceOfCampaign,
  run: async (
    { actor, serviceId, audit },
    {
      id,
      revision,
      startsAt,
      timezone,
      request: pattern,
      reach,
      templateVersion,
      listRevision,
      followTemplate,
    },
  ) => {
    const at = momentOf(startsAt, timezone);
    const order = { pattern, ...reach, followTemplate };
    // Judged at the time of sending: an expiry before it is a mistake.
    const plan = await planCampaign({ actor, serviceId }, order, at.getTime());
    assertSendable(plan);
    await assertDrawn(order, plan, templateVersion);
    await assertListConfirmed(order, plan, listRevision);
    const subject = await subjectOf(order, plan, { startsAt: at.toISOString(), timezone });
    const refused = await repeatRolledBack(() =>
      database().transaction(async (tx) => {
        const edited = { id, serviceId, revision, by: memberIdOf(actor) };
        await lockList(tx, order);
        const locked = await lockCampaign(tx, id, serviceId);
        if (locked?.state !== "draft" || locked.revision !== revision)
          await refuseStale(tx, id, serviceId, "schedule");
        await assertListUnchanged(tx, order, plan);
        const spent = await spendApproval(tx, { serviceId, campaignId: id, subject });
        if ("refused" in spent) return spent.refused;
        const ordered = { ...orderedOf(order, plan), ...spent };
        if (!(await move.schedule(tx, edited, at.toISOString(), timezone, ordered)))
          await refuseStale(tx, id, serviceId, "schedule");
        await keepTemplatesOfOrder(tx, id, order, plan);
        const [row] = await tx.query<{ name: string }>("SELECT name FROM campaign WHERE id = $1", [
          id,
        ]);
        const { requests, recipients, audience } = plan;
        await audit(tx, id, {
          name: row?.name ?? "",
          startsAt: at.toISOString(),
          timezone,
          requests,
          recipients,
          audience,
        });
        return undefined;
      }),
    );
    changed({ transid: id, serviceId });
    if (refused !== undefined) rejectInput(refused);
    return { row: null };
  },
});

/**
 * When a campaign is to be sent. Throws `RefusedError` for a time that has passed or is too far
 * ahead, and for what is no time zone.
 *
 * @param inside where it stands in what was asked
 */
export function momentOf(startsAt: string, timezone: string, inside = ""): Date {
  const at = new Date(startsAt);
  if (!isTimeZone(timezone))
    rejectInput(
      "Choose a time zone by its IANA name, such as Europe/Berlin.",
      `${inside}/timezone`,
    );
  if (Number.isNaN(at.getTime()) || at.getTime() <= now())
    rejectInput("Choose a time in the future.", `${inside}/startsAt`);
  if (at.getTime() > now() + mostAheadMs)
    rejectInput("Choose a time within the next ten years.", `${inside}/startsAt`);
  return at;
}

/**
 * Throws `RefusedError` with the problems of a plan, or when the template does not take the values
 * of some recipients of a list.
 */
export function assertSendable({ problems, unfit, audience }: CampaignPlan): void {
  if (problems.length > 0) throw new RefusedError(...problems);
  const first = unfit.find(({ why }) => why !== "as written");
  if (first) rejectInput(unfitSentence(first, audience));
}

/** What is wrong with the values of some recipients, and how to mend it. */
export function unfitSentence(
  { parameter, why, recipients, inText }: CampaignPlan["unfit"][number],
  audience: string | null,
): string {
  const who = `${recipients.toLocaleString("en")} ${recipients === 1 ? "recipient" : "recipients"}${audience === null ? "" : ` of “${audience}”`}`;
  const have = recipients === 1 ? "has" : "have";
  if (inText)
    return `${who} ${have} no value for ${parameter}. Enter a default for it under Content, or confirm that they read ${placeholderOf(parameter)}.`;
  if (why === "missing")
    return `${who} ${have} no value for ${parameter}. Add a value for these recipients under Content.`;
  return why === "wrong type"
    ? `${who} ${have} a value for ${parameter} that does not fit the template. Correct it in the list.`
    : `${who} ${have} a value for ${parameter} that is too long for the template. Shorten it in the list.`;
}

/** What a campaign keeps of an order that was counted. */
export function orderedOf(
  { pattern, audienceId, moreAppids, language = null }: Order,
  { requests, recipients, cuts }: CampaignPlan,
): Omit<move.Ordered, "approvalId"> {
  return { request: pattern.body, audienceId, moreAppids, language, requests, recipients, cuts };
}
