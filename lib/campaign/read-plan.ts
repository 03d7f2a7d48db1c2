import { memberIdOf } from "@/lib/auth/member";
import type { Reach } from "@/lib/compose/reach";
import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import { database, type Sql } from "@/lib/database/sql";
import { findService } from "@/lib/directory/service/find";
import { sendingTimesOf } from "@/lib/directory/service/sending-times";
import { countCapped } from "@/lib/dispatch/caps";
import { planSchema, type ComposedRequest } from "@/lib/inputs/compose";
import type { FrequencyCap } from "@/lib/inputs/frequency-cap";
import { problem } from "@/lib/interface/problem";
import type { RuleId } from "@/lib/interface/rules";
import { secondsAtRate } from "@/lib/plan/rate";
import { recipientsIn } from "@/lib/plan/requests";
import { hasHours, type SendingHours } from "@/lib/plan/sending-hours";
import type { ZoneCount } from "@/lib/plan/waves";
import { needsApproval } from "@/lib/policy/approval";
import { now } from "@/lib/runtime/clock";
import { view } from "@/lib/verb/view";
import { approvalRules } from "./approval/open";
import type { UnfitRecipients } from "./order/count";
import { planCampaign, type CampaignPlan, type Order } from "./order/plan";
import { unfitSentence } from "./order/sendable";
import { serviceOfRequest } from "./order/service-of";
import { zonesOf } from "./order/zones";

/**
 * What sending would amount to: how many people, apps and requests, and what stands in the way;
 * nothing when it can be sent.
 */
export type SendPlan = Pick<
  CampaignPlan,
  "recipients" | "requests" | "appids" | "audience" | "listRevision" | "problems" | "leftOut"
> & {
  /**
   * Recipients who have neither a value nor a default, by parameter: it is sent once it is chosen
   * what becomes of them.
   */
  lacking: UnfitRecipients[];
  /** Those of whom it was chosen that they read the placeholder, by parameter. */
  asWritten: UnfitRecipients[];
  /**
   * The recipients by zone, with the time zone and the sending times of the service; null where
   * they do not matter.
   */
  times: { timezone: string; hours: SendingHours; zones: ZoneCount[] } | null;
  /** Seconds that it takes at its rate; null where it goes as fast as it can. */
  seconds: number | null;
  /**
   * When the segment was evaluated that it goes to (ISO 8601 UTC), and whether it is once more when
   * it is sent; null where it goes to none.
   */
  segment: { at: string; again: boolean } | null;
  /** Whether a second person has to approve it first: sent at once, and scheduled. */
  approval: { send: boolean; schedule: boolean };
  /**
   * The last time that the very same was sent to the same within the hour; null where it was not.
   */
  lastSent: LastSent | null;
  /** What the frequency caps of the service do to it now; null where it has none. */
  caps: PlannedCaps | null;
};

/** What frequency caps do to an order. */
export interface PlannedCaps {
  rules: readonly FrequencyCap[];
  /** It is marked as necessary: they do not apply to it. */
  exempt: boolean;
  /** An estimate of the users whom they leave out: it changes until it is sent. */
  users: number;
}

/** A send of the same message. */
interface LastSent {
  /** ISO 8601 UTC. */
  at: string;
  /** Who sent it; null for a member who is gone. */
  by: string | null;
  /** Whether it was the member who asks. */
  own: boolean;
  recipients: number;
}

/** Counts what sending would amount to now. */
export const readPlan = view({
  action: "campaign.save",
  input: planSchema,
  service: serviceOfRequest,
  run: async ({ sql, actor, serviceId }, { request, reach, zoned }): Promise<SendPlan> => {
    const plan = await planCampaign({ actor, serviceId }, { pattern: request, ...reach }, now());
    const { problems, unfit, lost, requests, recipients, appids, audience, listRevision, leftOut } =
      plan;
    const of = (...whys: UnfitRecipients["why"][]) => unfit.filter(({ why }) => whys.includes(why));
    const reportedProblems = lost
      ? [
          {
            ...problem("destination.required", recipientsAt),
            message: "The list was removed, or belongs to another service.",
          },
        ]
      : [
          ...problems,
          ...of("wrong type", "too long").map((one) => ({
            ...problem(ruleOf(one), recipientsAt),
            message: unfitSentence(one, plan),
          })),
        ];
    const rules = await approvalRules(sql, serviceId);
    const approval = {
      // Those who are left out count: who that is may change until it is sent.
      send: needsApproval(rules, { recipients: recipients + leftOut, scheduled: false }),
      schedule: needsApproval(rules, { recipients: recipients + leftOut, scheduled: true }),
    };
    const lastSent = await sentBefore(sql, {
      serviceId,
      memberId: memberIdOf(actor),
      body: request.body,
      reach,
      cuts: plan.cuts,
    });
    const caps =
      problems.length > 0 ? null : await plannedCaps(sql, serviceId, { request, reach, plan });
    const counts = { requests, recipients, appids, audience, listRevision, leftOut, caps };
    const { rate } = reach;
    return {
      ...counts,
      times: await timesOf(serviceId, { pattern: request, ...reach }, plan, zoned),
      seconds: rate == null ? null : secondsAtRate(recipients * appids.length, rate),
      segment:
        plan.segment && plan.snapshot
          ? { at: plan.snapshot.at, again: plan.segment.evaluation === "send" }
          : null,
      problems: reportedProblems,
      lacking: of("missing"),
      asWritten: of("as written"),
      approval,
      lastSent,
    };
  },
});

/** Only a plan that can be sent is counted by zones. */
async function timesOf(
  serviceId: string,
  order: Order,
  plan: CampaignPlan,
  zoned: boolean,
): Promise<SendPlan["times"]> {
  const { timezone, hours } = await sendingTimesOf(database(), serviceId);
  if (plan.problems.length > 0 || (!zoned && !hasHours(hours))) return null;
  return { timezone, hours, zones: await zonesOf({ serviceId, timezone }, order, plan) };
}

interface CapsPlan {
  request: ComposedRequest;
  reach: Reach;
  plan: CampaignPlan;
}

async function plannedCaps(
  sql: Sql,
  serviceId: string,
  { request: { request }, reach, plan }: CapsPlan,
): Promise<PlannedCaps | null> {
  const caps = (await findService(serviceId))?.frequencyCaps ?? [];
  if (caps.length === 0) return null;
  const exempt = reach.necessary === true;
  // The users of a segment are those of its snapshot.
  const audienceId = reach.audienceId ?? plan.snapshot?.id ?? null;
  const userids =
    audienceId === null
      ? recipientsIn(request.destination).flatMap(({ type, id }) => (type === "userid" ? [id] : []))
      : [];
  const at = new Date(now());
  const users = exempt ? 0 : await countCapped(sql, { serviceId, caps, audienceId, userids, at });
  return { rules: caps, exempt, users };
}

interface SentOnce {
  serviceId: string;
  memberId: string | null;
  /** The text of the request. */
  body: string;
  reach: Pick<Reach, "audienceId" | "segment" | "moreAppids" | "language">;
  cuts: CampaignPlan["cuts"];
}

/**
 * Finds the last send of the same message within an hour; one that failed is none. Only orders that
 * changed within a day are searched.
 */
async function sentBefore(
  sql: Sql,
  { serviceId, memberId, body, reach, cuts }: SentOnce,
): Promise<LastSent | null> {
  const [row] = await sql.query<WithDates<LastSent, "at">>(
    `SELECT coalesce(o.started_at, o.created_at) AS at, m.name AS by, (o.ordered_by = $2::uuid) IS TRUE AS own, o.recipients
     FROM campaign_order o LEFT JOIN member m ON m.id = o.ordered_by
     WHERE o.service_id = $1 AND o.updated_at > now() - interval '1 day' AND o.state IN ('sending', 'paused', 'sent', 'stopped')
       AND coalesce(o.started_at, o.created_at) > now() - interval '1 hour'
       AND o.request = $3 AND CASE WHEN o.segment_id IS NULL THEN o.audience_id::text END IS NOT DISTINCT FROM $4 AND o.segment_id::text IS NOT DISTINCT FROM $8
       AND o.more_appids = $5::text[]
       AND o.language IS NOT DISTINCT FROM $6 AND o.plan = $7::jsonb
     ORDER BY coalesce(o.started_at, o.created_at) DESC LIMIT 1`,
    [
      serviceId,
      memberId,
      body,
      reach.audienceId,
      reach.moreAppids,
      reach.language ?? null,
      JSON.stringify(cuts),
      reach.segment?.id ?? null,
    ],
  );
  return row ? isoTimes(row) : null;
}

/** Where the recipients stand in a request, those of a list too. */
const recipientsAt = "/destination";

function ruleOf({ why }: UnfitRecipients): RuleId {
  return why === "wrong type" ? "template.parameter.type" : "template.parameter.length";
}
