import type { Sql } from "@/lib/database/sql";
import { zonesOfNamed } from "@/lib/directory/device/zones";
import { findService } from "@/lib/directory/service/find";
import { hoursOf, type SendingTimes } from "@/lib/directory/service/sending-times";
import type { DestinationKey } from "@/lib/interface/device-kinds";
import { hasHours, nextOpen } from "@/lib/plan/sending-hours";
import { knownZone } from "@/lib/plan/waves";
import { now } from "@/lib/runtime/clock";
import { waitFor } from "./batch";
import type { Change } from "./change";
import { UnreadableMessageError, type LoadedMessage } from "./message";
import type { ClaimedDelivery } from "./queues";
import { asideFor } from "./rest";

/** What a delivery says while it waits for the sending times of its service. */
const shutText = "Outside the sending times of this service";
/** After so long the sending times are looked at again (milliseconds): they may change. */
const mostWaitMs = 3_600_000;

type Messages = ReadonlyMap<string, LoadedMessage | UnreadableMessageError>;

/**
 * The changes of deliveries that wait, by their ids: their campaign was accepted before, as after a
 * pause or downtime, and it is outside the sending times of its service now where their recipient
 * is. One whose life is over is left out: it expires on its way. Costs two statements for each
 * service that has sending times, and none for others.
 */
export async function waitsForHours(
  sql: Sql,
  messages: Messages,
  claimed: readonly ClaimedDelivery[],
): Promise<ReadonlyMap<string, Change>> {
  const waits = new Map<string, Change>();
  for (const [serviceId, deliveries] of ofCampaigns(messages, claimed)) {
    const times = (await findService(serviceId))?.sendingTimes;
    if (!times || !hasHours(hoursOf(times))) continue;
    const opens = await opensOf(sql, { serviceId, times }, deliveries);
    for (const { message, delivery } of deliveries) {
      const opensIn = (opens.get(delivery.id) ?? 0) - now();
      const ms = Math.min(opensIn, asideFor(message, mostWaitMs));
      if (ms > 0)
        waits.set(delivery.id, waitFor(delivery, { code: "7404", description: shutText, ms }));
    }
  }
  return waits;
}

interface CampaignDelivery {
  delivery: ClaimedDelivery;
  message: LoadedMessage;
}

/** Deliveries of campaigns, by their service. */
function ofCampaigns(
  messages: Messages,
  claimed: readonly ClaimedDelivery[],
): ReadonlyMap<string, CampaignDelivery[]> {
  const byService = new Map<string, CampaignDelivery[]>();
  for (const delivery of claimed) {
    const message = messages.get(delivery.messageId);
    if (!message || message instanceof UnreadableMessageError || message.campaignId === null)
      continue;
    const of = byService.get(message.serviceId) ?? [];
    byService.set(message.serviceId, of);
    of.push({ delivery, message });
  }
  return byService;
}

/** When each delivery may be sent, milliseconds UTC; infinite where its times never open. */
async function opensOf(
  sql: Sql,
  { serviceId, times }: { serviceId: string; times: SendingTimes },
  deliveries: readonly CampaignDelivery[],
): Promise<ReadonlyMap<string, number>> {
  const recipients = await recipientsOf(
    sql,
    deliveries.map(({ delivery }) => delivery),
  );
  const zones = await zonesOfNamed(
    sql,
    { serviceId, timezone: times.timezone },
    recipients.map(({ recipient }) => recipient),
  );
  const at = now();
  const hours = hoursOf(times);
  const openings = new Map<string, number>();
  return new Map(
    recipients.map(({ id }, n) => {
      const zone = knownZone(zones[n]?.zone ?? times.timezone, times.timezone);
      const opening = openings.get(zone) ?? nextOpen(at, zone, hours) ?? Number.POSITIVE_INFINITY;
      openings.set(zone, opening);
      return [id, opening];
    }),
  );
}

interface DeliveryRecipient {
  id: string;
  recipient: { type: DestinationKey; id: string };
}

/** Whom deliveries are for: those that are stored say so there. */
async function recipientsOf(
  sql: Sql,
  deliveries: readonly ClaimedDelivery[],
): Promise<DeliveryRecipient[]> {
  const unstored = deliveries.flatMap(({ id, recipient }) =>
    recipient ? [{ id, recipient }] : [],
  );
  const stored = deliveries.filter(({ recipient }) => recipient === undefined);
  if (stored.length === 0) return unstored;
  const rows = await sql.query<{ id: string; type: DestinationKey; destination: string }>(
    `SELECT d.id, d.destination_type AS type, d.destination FROM delivery d WHERE d.message_id = ANY($1::uuid[]) AND d.id = ANY($2::uuid[])`,
    [[...new Set(stored.map(({ messageId }) => messageId))], stored.map(({ id }) => id)],
  );
  return [
    ...unstored,
    ...rows.map(({ id, type, destination }) => ({ id, recipient: { type, id: destination } })),
  ];
}
