import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import type { NewDelivery } from "@/lib/dispatch/change";
import type { LoadedMessage } from "@/lib/dispatch/message";
import { insertDeliveries, newDelivery } from "@/lib/dispatch/new-delivery";
import { findTargets } from "@/lib/dispatch/targets";
import type { DestinationKey, DeviceKind } from "@/lib/interface/device-kinds";
import type { ProviderRequest } from "@/lib/payload/provider-request";
import type { Provider, Target } from "@/lib/providers/provider";
import { outcomesOf } from "@/lib/providers/testing";

const atOnce = 1_000;

/** What is sent, and by what. */
export interface LeastSend {
  provider: Provider;
  request: ProviderRequest;
  message: LoadedMessage;
  kind: DeviceKind;
  /** Device tokens, or subscriptions as JSON. */
  destinations: readonly string[];
  targets: readonly Target[];
}

/**
 * Deliveries per second of the smallest program that stores what it sends: no accepting, no leases,
 * no journal, no updates and no fairness, only the adapter and, for each thousand, the statements
 * that find or register devices and store deliveries with their outcomes. While one thousand is on
 * its way the next is found and the last is stored, as the engine does it. The rate of the engine
 * cannot be more than that of this program on the same cores. Throws when a delivery is missing
 * afterwards.
 */
export async function leastRate(sql: Database, send: LeastSend): Promise<number> {
  const { provider, request, message, kind, destinations, targets } = send;
  await sql.query("UPDATE message SET state = 'accepted' WHERE id = $1", [message.transid]);
  const count = async () =>
    (await sql.query<{ n: number }>("SELECT count(*)::int AS n FROM delivery"))[0]?.n ?? 0;
  const before = await count();
  const destinationType = `${kind}_pushid` as DestinationKey;
  let next = 0;
  const lane = async () => {
    for (let from = next; from < destinations.length; from = next) {
      next = from + atOnce;
      const recipients = destinations
        .slice(from, next)
        .map((destination) => ({ kind, destination, destinationType, correlationid: "" }));
      const rows = await sql.transaction((tx) => findTargets(tx, [{ message, recipients }]));
      const deliveries = rows.map((row) => newDelivery(row, newId(), new Date()));
      await outcomesOf(provider, { request, targets: targets.slice(from, from + atOnce) });
      await store(sql, deliveries);
    }
  };
  const started = performance.now();
  await Promise.all([lane(), lane(), lane()]);
  const seconds = (performance.now() - started) / 1_000;
  requireRows((await count()) - before, destinations.length);
  return destinations.length / seconds;
}

/**
 * Deliveries per second when those of this run are inserted again, a thousand at a time, with
 * nothing sent. Throws when one is missing afterwards.
 */
export async function bareInsertRate(sql: Database): Promise<number> {
  const rows = await sql.query<NewDelivery>(
    `SELECT message_id AS "messageId", id, service_id AS "serviceId", app_id AS "appId", target, device_id AS "deviceId", kind, destination,
       destination_written AS "destinationWritten", destination_type AS "destinationType", pushid, deviceid, language, correlationid, priority, queued_at AS "queuedAt"
     FROM delivery ORDER BY message_id, id`,
  );
  await sql.query("TRUNCATE delivery");
  // Deliveries are only stored for messages that are not expanded yet.
  await sql.query("UPDATE message SET state = 'accepted'");
  const from = performance.now();
  for (let n = 0; n < rows.length; n += atOnce) await store(sql, rows.slice(n, n + atOnce));
  const seconds = (performance.now() - from) / 1_000;
  const [stored] = await sql.query<{ n: number }>("SELECT count(*)::int AS n FROM delivery");
  requireRows(stored?.n ?? 0, rows.length);
  return rows.length / seconds;
}

async function store(sql: Database, deliveries: readonly NewDelivery[]): Promise<void> {
  const at = new Date();
  const changes = deliveries.map((delivery, n) => ({
    n,
    messageId: delivery.messageId,
    deliveryId: delivery.id,
    delivery,
    ...({ to: "submitted", code: "7501", description: "Submitted", attempted: true } as const),
    at,
  }));
  await sql.transaction((tx) => insertDeliveries(tx, changes));
}

function requireRows(stored: number, expected: number): void {
  if (stored !== expected) throw new Error(`${stored} of ${expected} deliveries were stored`);
}
