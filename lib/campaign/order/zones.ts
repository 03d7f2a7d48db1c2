import { database } from "@/lib/database/sql";
import { countZones, zonesOfNamed } from "@/lib/directory/device/zones";
import { sendingTimesOf } from "@/lib/directory/service/sending-times";
import { readTimestamp } from "@/lib/interface/expiry";
import { textIn } from "@/lib/interface/value-shape";
import { recipientsIn } from "@/lib/plan/requests";
import { wallAt } from "@/lib/plan/wall-time";
import { knownZone, zoneStart, type ZoneCount } from "@/lib/plan/waves";
import { now } from "@/lib/runtime/clock";
import { once } from "@/lib/runtime/once";
import { TtlCache } from "@/lib/runtime/ttl-cache";
import { asWork } from "@/lib/runtime/work-class";
import { rejectInput } from "@/lib/verb/errors";
import type { OrderedAt } from "../approval/subject";
import type { CampaignPlan, Order } from "./plan";

/** Zones of devices change all the time: a count is an answer to the plan that asked. */
const cacheMs = 600_000;
const zoneCache = () => once("zone-counts", () => new TtlCache<Promise<ZoneCount[]>>(200));

/**
 * Counts the recipients of a plan by zone. `timezone` is that of the service. A list that was
 * counted a while ago is not counted again.
 */
export async function zonesOf(
  { serviceId, timezone }: { serviceId: string; timezone: string },
  { audienceId, pattern }: Pick<Order, "audienceId" | "pattern">,
  { snapshot, listRevision }: Pick<CampaignPlan, "snapshot" | "listRevision">,
): Promise<ZoneCount[]> {
  const listId = audienceId ?? snapshot?.id;
  if (listId === undefined) return countTyped({ serviceId, timezone }, pattern);
  const name = JSON.stringify([listId, listRevision, timezone]);
  const cachedCount = zoneCache().get(name);
  if (cachedCount) return cachedCount;
  const count = asWork("interactive", () =>
    countZones(database(), { serviceId, timezone, audienceId: listId }),
  );
  zoneCache().set(name, count, cacheMs);
  count.catch(() => zoneCache().delete(name));
  return count;
}

async function countTyped(
  scope: { serviceId: string; timezone: string },
  { request }: Order["pattern"],
): Promise<ZoneCount[]> {
  const counts = new Map<string, ZoneCount>();
  for (const { zone, source } of await zonesOfNamed(
    database(),
    scope,
    recipientsIn(request.destination),
  )) {
    const key = `${source} ${zone}`;
    const count = counts.get(key) ?? { zone, source, recipients: 0 };
    count.recipients += 1;
    counts.set(key, count);
  }
  return [...counts.values()];
}

/**
 * When the first recipients of an order start, ISO 8601 UTC; null where that is its own time.
 * Refuses, at its time, one that expires before the last of them start.
 */
export async function beginningOf(
  serviceId: string,
  order: Order,
  plan: CampaignPlan,
  at: OrderedAt,
): Promise<string | null> {
  if (!at?.zoned) return null;
  const { timezone } = await sendingTimesOf(database(), serviceId);
  const wall = wallAt(Date.parse(at.startsAt), at.timezone);
  const zones = await zonesOf({ serviceId, timezone }, order, plan);
  const starts = zones.map(({ zone, recipients }) => ({
    at: zoneStart(knownZone(zone, timezone), { wall, now: now() }),
    recipients,
  }));
  const expiry = readTimestamp(textIn(order.pattern.request.expiry));
  const late = starts.filter((start) => expiry !== undefined && start.at >= expiry);
  const recipients = late.reduce((sum, one) => sum + one.recipients, 0);
  if (recipients > 0)
    rejectInput(
      `The message expires before its time comes for ${recipients.toLocaleString("en")} ${recipients === 1 ? "recipient" : "recipients"}. Choose an earlier time, or a later expiry under Delivery.`,
      "/startsAt",
    );
  const first = Math.min(...starts.map((start) => start.at));
  return Number.isFinite(first) ? new Date(first).toISOString() : null;
}
