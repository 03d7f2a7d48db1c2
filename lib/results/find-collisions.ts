import { isoTimes } from "@/lib/database/iso-times";
import type { Sql } from "@/lib/database/sql";
import { collisionsSchema } from "@/lib/inputs/calendar";
import { closeMs, closePairs, sharedQuotas, type TimedCampaign } from "@/lib/plan/collisions";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { overlapsOf, type Audience } from "./collisions/overlap";

/** A campaign that meets others. */
export interface MetCampaign {
  /** Of the campaign. */
  id: string;
  orderId: string;
  name: string;
  /** When it goes out, or began to; ISO 8601 UTC. */
  at: string;
}

/** What campaigns that go out at nearly the same time have to do with each other. */
export type Collision =
  /** Two of less than an hour apart go to the same recipients; `exact` false: an estimate. */
  | { kind: "recipients"; campaigns: MetCampaign[]; recipients: number; exact: boolean }
  /** Together they exceed the quota of a Firebase project, so that later ones wait. */
  | { kind: "quota"; campaigns: MetCampaign[]; recipients: number; project: string };

interface NearRow {
  id: string;
  orderId: string;
  name: string;
  at: Date;
  isAhead: boolean;
  recipients: number;
  audienceId: string | null;
  segmentId: string | null;
  projects: string[];
}

type Near = TimedCampaign & Audience & { met: MetCampaign };

/** Orders that are compared at most, and pairs of them whose recipients are. */
const mostCompared = 200;
const mostPairs = 40;

// The endpoint names the project, too: a simulated Firebase has projects of its own. What is paused
// or was stopped uses up none.
const columns = `c.id, o.id AS "orderId", c.name, coalesce(o.started_at, o.starts_at) AS at, o.state = 'scheduled' AS "isAhead", o.recipients, o.audience_id AS "audienceId", o.segment_id AS "segmentId",
  ARRAY(SELECT DISTINCT concat(k.settings->>'endpoint', ' ', k.settings->>'projectId') FROM app a JOIN credential k ON k.app_id = a.id AND k.provider = 'fcm'
    WHERE a.service_id = o.service_id AND (a.id = c.app_id OR a.appid = ANY(o.more_appids)) AND k.settings->>'projectId' <> '' AND o.state NOT IN ('paused', 'stopped')) AS projects
  FROM campaign_order o JOIN campaign c ON c.id = o.campaign_id WHERE o.service_id = $1`;

/**
 * Finds what is scheduled in a period and meets other campaigns: the same recipients within an
 * hour, those that went out within the last hour included, and the quota of a Firebase project.
 * Of a service with more than 200 orders in the period the earliest are compared, and of more than
 * 40 pairs within an hour the earliest.
 */
export const findCollisions = view({
  action: "service.view",
  input: collisionsSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }, { from, until }): Promise<Collision[]> => {
    const near = await nearOrders(sql, { serviceId, from, until });
    const pairs = closePairs(near, mostPairs);
    const overlaps = pairs.length === 0 ? [] : await overlapsOf(sql, pairs);
    const shared = pairs.flatMap((pair, index): Collision[] => {
      const overlap = overlaps[index];
      if (!overlap || overlap.recipients === 0) return [];
      return [{ kind: "recipients", campaigns: pair.map(({ met }) => met), ...overlap }];
    });
    const quotas = sharedQuotas(near).map(({ project, campaigns, recipients }): Collision => ({
      kind: "quota",
      campaigns: campaigns.map(({ met }) => met),
      recipients,
      project: project.slice(project.lastIndexOf(" ") + 1),
    }));
    return [...shared, ...quotas];
  },
});

/** What is scheduled in a period or an hour around it, and what began within the last hour. */
async function nearOrders(
  sql: Sql,
  { serviceId, from, until }: { serviceId: string; from: Date; until: Date },
): Promise<Near[]> {
  const period = [
    serviceId,
    new Date(from.getTime() - closeMs),
    new Date(until.getTime() + closeMs),
  ] as const;
  const [scheduled, started] = await Promise.all([
    sql.query<NearRow>(
      `SELECT ${columns} AND o.state = 'scheduled' AND o.starts_at >= $2::timestamptz AND o.starts_at < $3::timestamptz ORDER BY o.starts_at, o.id LIMIT ${mostCompared}`,
      [...period],
    ),
    sql.query<NearRow>(
      `SELECT ${columns} AND o.started_at >= greatest($2::timestamptz, now() - interval '1 hour') AND o.started_at < $3::timestamptz AND o.state IN ('sending', 'paused', 'sent', 'stopped') ORDER BY o.started_at, o.id LIMIT ${mostCompared}`,
      [...period],
    ),
  ]);
  return [...started, ...scheduled].map((row) => {
    const { name, at, ...near } = row;
    const met = { id: near.id, orderId: near.orderId, name, ...isoTimes({ at }) };
    return { ...near, at: at.getTime(), met };
  });
}
