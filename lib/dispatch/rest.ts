import type { Sql } from "@/lib/database/sql";
import { IOS_TIME_TO_LIVE } from "@/lib/interface/limits";
import { now } from "@/lib/runtime/clock";
import { waitFor } from "./batch";
import type { Change } from "./change";
import { UnreadableMessageError, type LoadedMessage } from "./message";
import type { ClaimedDelivery } from "./queues";
import { lifeLeft } from "./retry";

/** Why messages of a campaign are not sent: it is paused, or was stopped. */
type Rest = "paused" | "stopped";

/** What is reported of a delivery that was not sent because its campaign was stopped. */
export const stoppedText = "The campaign was stopped before this was sent";
/** What a delivery says while its campaign is paused. */
export const pausedText = "The campaign is paused";

/**
 * What is set aside is looked at again after so long (milliseconds), unless its campaign is resumed
 * before: a worker may have set it aside at that moment.
 */
const asideMs = 600_000;

/**
 * By transid, the messages that are not to be sent, since their campaign is paused or was stopped.
 * One whose life is over is left out: it expires on its way. Costs one statement, and none where no
 * message is of a campaign.
 */
export async function restsOf(
  sql: Sql,
  messages: Iterable<LoadedMessage | UnreadableMessageError>,
): Promise<ReadonlyMap<string, Rest>> {
  const rests = new Map<string, Rest>();
  const ofCampaigns = [...messages].flatMap((message) =>
    message instanceof UnreadableMessageError || message.campaignId === null
      ? []
      : [{ message, campaignId: message.campaignId }],
  );
  if (ofCampaigns.length === 0) return rests;
  const rows = await sql.query<{ campaignId: string; state: Rest }>(
    `SELECT c.id AS "campaignId", o.state FROM campaign c JOIN campaign_order o ON o.id = c.order_id
     WHERE c.id = ANY($1::uuid[]) AND (o.state = 'stopped' OR (o.state = 'paused' AND (o.pause_provider IS NULL OR o.continues = 'by hand')))`,
    [[...new Set(ofCampaigns.map(({ campaignId }) => campaignId))]],
  );
  const states = new Map(rows.map(({ campaignId, state }) => [campaignId, state]));
  for (const { message, campaignId } of ofCampaigns) {
    const state = states.get(campaignId);
    if (state === "stopped" || (state === "paused" && asideFor(message) > 0))
      rests.set(message.transid, state);
  }
  return rests;
}

/** For how long a message is set aside, in milliseconds: not longer than it lives. */
export function asideFor(message: LoadedMessage, most = asideMs): number {
  // No provider is given a longer time to live.
  return Math.min(most, lifeLeft(message, IOS_TIME_TO_LIVE, now()));
}

/** The change of a delivery that is not sent: it waits, or is left out for good. */
export function restChange(delivery: ClaimedDelivery, rest: Rest, message: LoadedMessage): Change {
  if (rest === "paused")
    return waitFor(delivery, { code: "7404", description: pausedText, ms: asideFor(message) });
  return {
    messageId: delivery.messageId,
    deliveryId: delivery.id,
    to: "failed",
    code: "7404",
    description: stoppedText,
    at: new Date(now()),
    attempted: false,
  };
}
