import { z } from "zod";
import { leastId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import type { JobDefinition } from "@/lib/work/jobs";
import { wake } from "@/lib/work/wake";
import { pausedText } from "./rest";
import { expandJob, expandLine } from "./store";

/** Messages whose deliveries are released by one statement. */
const messagesAtOnce = 200;
/** The priority of messages of campaigns. */
const priority = 1;
/** A worker that read the campaign before it was resumed has set its part aside after so long. */
const lateMs = 2_000;

/** What is to be released. */
interface Release {
  serviceId: string;
  campaignId: string;
  /** Whether what waits for another reason is due at once, too: the campaign was stopped. */
  isStopped: boolean;
}

/**
 * Has the workers take up what was set aside of a campaign, now that it is resumed or stopped.
 * Queued in the transaction that resumes or stops it.
 */
export const releaseJob: JobDefinition<Release> = {
  kind: "campaign.release",
  data: z.object({ serviceId: z.uuid(), campaignId: z.uuid(), isStopped: z.boolean() }),
  lane: "expand",
  line: ({ serviceId }) => serviceId,
};

/**
 * Makes what was set aside of a campaign due: jobs first, then deliveries, a page of messages at a
 * time; twice, since a worker may be setting more aside at this moment. Harmless when repeated.
 */
export async function releaseCampaign(release: Release): Promise<void> {
  await releaseAll(release);
  await new Promise((resolve) => setTimeout(resolve, lateMs));
  await releaseAll(release);
}

async function releaseAll({ serviceId, campaignId, isStopped }: Release): Promise<void> {
  await database().query(
    `UPDATE job SET next_at = now() WHERE id = ANY(ARRAY(
       SELECT id FROM job WHERE kind = $1 AND line = $2 AND lease_token IS NULL AND next_at > now() ORDER BY id FOR UPDATE SKIP LOCKED))`,
    [expandJob.kind, expandLine(serviceId, priority)],
  );
  wake("expand");
  for (let after = leastId; ;) {
    const messages = await openMessages(campaignId, after);
    const last = messages.at(-1);
    if (last === undefined) return;
    await database().query(
      `UPDATE delivery d SET next_at = now() FROM (
         SELECT w.message_id, w.id FROM delivery w WHERE w.message_id = ANY($1::uuid[]) AND w.state = 'queued' AND w.lease_token IS NULL AND w.next_at > now()
           AND ($2::boolean OR w.description = $3) ORDER BY w.message_id, w.id FOR UPDATE SKIP LOCKED) released
       WHERE d.message_id = released.message_id AND d.id = released.id AND d.message_id = ANY($1::uuid[])`,
      [messages, isStopped, pausedText],
    );
    wake("deliver");
    after = last;
  }
}

async function openMessages(campaignId: string, after: string): Promise<string[]> {
  const rows = await database().query<{ id: string }>(
    `SELECT id FROM message WHERE campaign_id = $1 AND state <> 'done' AND id > $2::uuid ORDER BY id LIMIT ${messagesAtOnce}`,
    [campaignId, after],
  );
  return rows.map(({ id }) => id);
}
