import { z } from "zod";
import { currentOrder } from "@/lib/database/campaign-state";
import { parseJson } from "@/lib/interface/exact-json";
import type { PushRequestInput } from "@/lib/interface/request";
import type { PlanOptions } from "@/lib/plan/own-values";
import type { Recurrence } from "@/lib/plan/recurrence";
import { waveStates, type WaveState } from "@/lib/plan/wave-states";
import { opensAt, type Wave } from "@/lib/plan/waves";
import type { Rule } from "@/lib/segment/rule";
import { parseTemplateRef } from "@/lib/template/resolve";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { breakdownOf, type CampaignBreakdown } from "./campaign-breakdown";
import { hoursOf, type CampaignHour } from "./campaign-hours";
import { findCampaign, type CampaignDetail } from "./campaign-list";
import { countsOfCampaigns, zero, type Counts } from "./counts";

/** A campaign and what became of all its messages together. */
export interface CampaignReport extends CampaignDetail {
  counts: Counts;
  /** The same deliveries as the counts, at the same moment; null where it was not asked for. */
  breakdown: CampaignBreakdown | null;
  /** When devices reported them; empty where the breakdown was not asked for. */
  hours: CampaignHour[];
  /** The list that it went to; null when its recipients were typed. */
  audience: string | null;
  /** Of that list or snapshot while it can be looked at; null once it was removed or swept. */
  audienceId: string | null;
  /** The segment that it goes to; null where it goes to none. Of an order. */
  segment: CampaignSegment | null;
  /**
   * The language of its template that everybody gets, "" for the default text; null: each recipient
   * that of their device. Of an order.
   */
  language: string | null;
  /** It goes out when the clocks of each recipient show its time. */
  zoned: boolean;
  /** Its next run, where it recurs and one is scheduled. */
  nextRun: CampaignRun | null;
  /** Its recipients by when they start; empty until it begins, and where all start at once. */
  waves: CampaignWave[];
  /** Messages a minute that it is limited to; null where there is no limit, or no order. */
  rate: number | null;
  /** Frequency caps do not apply to it. Of an order. */
  necessary: boolean;
  /**
   * What its request names, and the version that it was confirmed with, null where it follows the
   * published one. Of an order.
   */
  template: { templateId: string; version: number | null } | null;
  /** The request as it was ordered, JSON text; null for a draft. */
  request: string | null;
  /** How recipients of a list get values of their own, in its first app; null for a draft. */
  cut: PlanOptions | null;
  /** Names of all apps that send it. */
  apps: string[];
}

/** The segment of an order, as it was confirmed. */
interface CampaignSegment {
  id: string;
  name: string;
  /** It was removed since. */
  removed: boolean;
  rule: Rule;
  /** Whether it is evaluated, perhaps once more, when it is sent. */
  again: boolean;
  /** When it was evaluated, ISO 8601 UTC; null before. */
  at: string | null;
}

/** A scheduled run of a campaign that recurs. */
export interface CampaignRun {
  /** ISO 8601 UTC. */
  startsAt: string;
  timezone: string | null;
  /** It goes out when the clocks of each recipient show its time. */
  zoned: boolean;
  recurrence: Recurrence;
  /** It is the order that stands: the first run, or one that asks whether it is to go out. */
  stands: boolean;
}

/** Recipients of a campaign who start at one moment. */
export interface CampaignWave {
  /** ISO 8601 UTC. */
  startsAt: string;
  recipients: number;
  zones: string[];
  state: WaveState;
}

interface CampaignRecord extends Pick<
  CampaignReport,
  | "audience"
  | "audienceId"
  | "request"
  | "language"
  | "rate"
  | "zoned"
  | "necessary"
  | "cut"
  | "apps"
> {
  state: string;
  waves: Wave[] | null;
  nextApp: number | null;
  nextRecipient: number | null;
  nextRun: CampaignRun | null;
  templateVersion: number | null;
  segment: Omit<CampaignSegment, "at"> | null;
  evaluatedAt: Date | null;
}

const askedSchema = z.object({ id: z.string(), breakdown: z.boolean().default(false) });

/**
 * One campaign, with the counts of all its requests, and their breakdown where it is asked for.
 * Throws `NotFoundError` when there is none.
 */
export const readCampaign = view({
  action: "service.view",
  input: askedSchema,
  service: serviceOfCampaign,
  run: async ({ sql, actor, serviceId }, { id, breakdown }): Promise<CampaignReport> => {
    const [campaign, [more]] = await Promise.all([
      findCampaign({ actor, tx: sql }, { id }),
      sql.query<CampaignRecord>(
        `SELECT l.name AS audience, CASE WHEN l.removed_at IS NULL OR (l.order_id = o.id AND l.recipients > 0) THEN l.id END AS "audienceId", o.request, o.language, coalesce(o.necessary, false) AS necessary, o.rate, o.zoned, o.waves, o.state, o.next_app AS "nextApp", o.next_recipient AS "nextRecipient",
           (SELECT jsonb_build_object('startsAt', n.starts_at, 'timezone', n.timezone, 'zoned', n.zoned, 'recurrence', n.recurrence, 'stands', n.id = o.id) FROM campaign_order n
            WHERE n.campaign_id = c.id AND n.state = 'scheduled' AND n.recurrence IS NOT NULL ORDER BY n.id DESC LIMIT 1) AS "nextRun",
           CASE WHEN o.segment_id IS NOT NULL THEN jsonb_build_object('id', o.segment_id, 'name', o.segment_name, 'rule', o.segment_rule, 'again', o.segment_evaluation = 'send',
             'removed', NOT EXISTS (SELECT 1 FROM segment s WHERE s.id = o.segment_id)) END AS segment, CASE WHEN o.segment_id IS NOT NULL THEN l.created_at END AS "evaluatedAt",
           (SELECT o.plan -> a.appid FROM app a WHERE a.id = c.app_id) AS cut,
           (SELECT r.version FROM campaign_order_template r WHERE r.order_id = o.id AND r.app_id = c.app_id) AS "templateVersion",
           ARRAY(SELECT a.name FROM app a WHERE a.service_id = c.service_id AND a.appid = ANY(o.more_appids) ORDER BY a.name) AS apps
         FROM campaign c JOIN ${currentOrder} LEFT JOIN audience l ON l.id = o.audience_id AND l.service_id = c.service_id WHERE c.id = $1 AND c.service_id = $2`,
        [id, serviceId],
      ),
    ]);
    return {
      ...campaign,
      // Counted after its state was read: what says that it is sent has all of its deliveries.
      ...(breakdown
        ? { ...(await breakdownOf(sql, id)), hours: await hoursOf(sql, id) }
        : {
            counts: (await countsOfCampaigns(sql, [id])).get(id) ?? { ...zero },
            breakdown: null,
            hours: [],
          }),
      audience: more?.audience ?? null,
      audienceId: more?.audienceId ?? null,
      segment: more?.segment
        ? { ...more.segment, at: more.evaluatedAt?.toISOString() ?? null }
        : null,
      language: more?.language ?? null,
      rate: more?.rate ?? null,
      zoned: more?.zoned ?? false,
      nextRun: more?.nextRun
        ? { ...more.nextRun, startsAt: new Date(more.nextRun.startsAt).toISOString() }
        : null,
      waves: more ? wavesIn(more, campaign) : [],
      necessary: more?.necessary ?? false,
      template: templateIn(more?.request ?? null, more?.templateVersion ?? null),
      request: more?.request ?? null,
      cut: more?.cut ?? null,
      apps: [campaign.appName, ...(more?.apps ?? [])],
    };
  },
});

const isOver = (state: string) => state === "sent" || state === "failed" || state === "stopped";

/** Its waves, and how far they are by its cursor. */
function wavesIn(
  { waves, state, nextApp, nextRecipient }: CampaignRecord,
  { answered, requests }: Pick<CampaignDetail, "answered" | "requests">,
): CampaignWave[] {
  if (!waves || waves.length < 2) return [];
  const states = waveStates(waves, {
    isOver: isOver(state),
    isComplete: isOver(state) && answered >= requests,
    place: nextApp === null ? null : { app: nextApp, recipient: nextRecipient ?? 0 },
  });
  return waves.map((wave, index) => ({
    startsAt: new Date(opensAt(wave)).toISOString(),
    recipients: wave.recipients,
    zones: wave.zones.map(({ zone }) => zone),
    state: states[index] ?? "waiting",
  }));
}

function templateIn(
  request: string | null,
  storedVersion: number | null,
): CampaignReport["template"] {
  const named = request === null ? undefined : namedIn(request);
  if (typeof named !== "string") return null;
  const { templateId, version } = parseTemplateRef(named);
  return { templateId, version: version ?? storedVersion };
}

function namedIn(request: string): unknown {
  try {
    return (parseJson(request) as PushRequestInput).message?.template;
  } catch {
    return undefined;
  }
}
