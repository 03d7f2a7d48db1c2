import { z } from "zod";
import { openStates } from "@/lib/database/campaign-state";
import { isId } from "@/lib/database/id";
import { idSchema } from "@/lib/inputs/row";
import { mostSegments } from "@/lib/inputs/segment";
import { idText } from "@/lib/inputs/text";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { serviceOfSegment } from "./rows";

/** A campaign to a segment that is a draft, scheduled or being sent. */
export interface SegmentCampaign {
  id: string;
  name: string;
  state: "draft" | "scheduled" | "sending" | "paused";
}

const mostListed = 50;
/** Drafts that are searched, newest first: a draft names its segment in its text alone. */
const mostDrafts = 2_000;

/** Lists the campaigns to a segment that are not over, drafts last; at most fifty. */
export const readSegmentUsers = view({
  action: "segment.read",
  input: idSchema,
  service: serviceOfSegment,
  run: ({ sql, serviceId }, { id }): Promise<SegmentCampaign[]> =>
    sql.query<SegmentCampaign>(
      `SELECT u.id, u.name, u.state FROM (
         (SELECT DISTINCT ON (c.id) c.id, c.name, o.state, c.updated_at FROM campaign_order o JOIN campaign c ON c.id = o.campaign_id
          WHERE o.service_id = $1 AND o.segment_id = $2 AND o.state IN ${openStates} ORDER BY c.id, o.id)
         UNION ALL
         SELECT d.id, d.name, 'draft', d.updated_at FROM (
           SELECT c.id, c.name, c.draft, c.updated_at FROM campaign c WHERE c.service_id = $1 AND c.order_id IS NULL AND c.archived_at IS NULL
           ORDER BY c.updated_at DESC LIMIT ${mostDrafts}) d
         WHERE strpos(d.draft, $2::uuid::text) > 0
       ) u ORDER BY u.state = 'draft', u.updated_at DESC LIMIT ${mostListed}`,
      [serviceId, id],
    ),
});

/** The number of campaigns that are scheduled to a segment, or being sent. */
export interface SegmentUse {
  id: string;
  campaigns: number;
}

/**
 * Counts the campaigns that are scheduled to each of some segments of a service, or being sent.
 * Leaves out segments without any.
 */
export const countSegmentUses = view({
  action: "segment.read",
  input: z.object({ serviceId: z.string(), ids: z.array(idText).max(mostSegments) }),
  service: serviceNamed,
  run: ({ sql, serviceId }, { ids }): Promise<SegmentUse[]> =>
    sql.query<SegmentUse>(
      `SELECT s.id, count(DISTINCT o.campaign_id)::int AS campaigns FROM segment s JOIN campaign_order o ON o.segment_id = s.id AND o.service_id = $1
       WHERE s.service_id = $1 AND s.id = ANY($2::uuid[]) AND o.state IN ${openStates} GROUP BY s.id`,
      [serviceId, ids.filter(isId)],
    ),
});
