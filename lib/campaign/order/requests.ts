import { database } from "@/lib/database/sql";
import { readRecipients } from "@/lib/directory/audience/list";
import { serviceOfAppid } from "@/lib/dispatch/read-request";
import type { ComposedRequest } from "@/lib/inputs/compose";
import type { PlanOptions } from "@/lib/plan/own-values";
import {
  RequestPlanner,
  recipientsIn,
  requestBody,
  type PlannedRecipient,
  type PlannedRequest,
} from "@/lib/plan/requests";
import { placeOf, waveAt, type Wave, type WavePlace } from "@/lib/plan/waves";
import { cutOf, encode, goesAsWritten } from "./cut";
import { appidsOf, patternFor, versionOf, type Order } from "./plan";

/** Where a request of an order begins. */
export type RequestPlace = WavePlace;

/** One request of an order, in bytes. */
export interface OrderedRequest {
  bytes: Uint8Array;
  recipients: number;
  /** The version of its template that it is sent by; undefined where it has none. */
  templateVersion: number | undefined;
  /** Its wave, by the place among them. */
  wave: number;
  /** Where the one behind it begins. */
  next: RequestPlace;
}

const pageRecipients = 5_000;
/** Of an order that has no waves. */
const whole: Wave = { startsAt: "1970-01-01T00:00:00.000Z", from: 0, recipients: 0, zones: [] };

/**
 * The requests of an order from a place on, one after the other, the same ones each time: a request
 * ends where the next one begins, so that what comes behind a place depends on nothing before it.
 * One wave after the other, each in all apps. Ends at once when its app is gone.
 *
 * @param from the beginning, or `next` of one of its requests
 */
export async function* requestsOf(
  order: Order,
  from: RequestPlace = { app: 0, recipient: 0 },
): AsyncGenerator<OrderedRequest, void, undefined> {
  const appids = appidsOf(order);
  const waves = order.waves ?? [whole];
  const firstWave = waveAt(waves, from.recipient);
  for (const [index, wave] of waves.entries()) {
    if (index < firstWave) continue;
    const nextWave = waves[index + 1];
    const start = index === firstWave ? from : placeOf(wave);
    for (const [app, appid] of appids.entries()) {
      if (app < start.app) continue;
      const sender = await senderOf(order, appid);
      if (!sender) return;
      const part = {
        first: app === start.app ? start.recipient : wave.from,
        end: waves.length === 1 ? Infinity : wave.from + wave.recipients,
      };
      const behind =
        app + 1 < appids.length || !nextWave
          ? { app: app + 1, recipient: wave.from }
          : placeOf(nextWave);
      for await (const { request, body, recipients, end } of plannedFor(sender, order, part))
        yield {
          bytes: encode(body ?? requestBody(request)),
          recipients,
          templateVersion: order.versions?.[appid],
          wave: index,
          next: end === undefined ? behind : { app, recipient: end },
        };
    }
  }
}

/** An app of an order, with what it sends and how that is cut; undefined when it is gone. */
async function senderOf(order: Order, appid: string) {
  const service = await serviceOfAppid(appid);
  if (!service) return undefined;
  const pattern = patternFor(order, appid);
  const cut =
    order.cuts?.[appid] ??
    cutOf(pattern.request, { service, version: await versionOf(pattern.request) });
  return { service, pattern, cut };
}

/** With the `body` of one that goes out as it was written. */
interface PlacedRequest extends PlannedRequest {
  body?: string;
  /** The place of the first recipient behind it; absent with the last one. */
  end?: number;
}

/** Recipients from a place to another one, which is excluded. */
interface ListPart {
  first: number;
  end: number;
}

/** They are written when they are sent, not when they are counted. */
async function* plannedFor(
  { pattern, cut }: { pattern: ComposedRequest; cut: PlanOptions },
  order: Order,
  { first, end }: ListPart,
): AsyncGenerator<PlacedRequest, void, undefined> {
  const { audienceId } = order;
  const typed = audienceId === null ? typedRecipients(order, pattern) : [];
  const isWhole = (order.waves?.length ?? 1) === 1;
  if (audienceId === null && isWhole && goesAsWritten(pattern, cut)) {
    if (first === 0) yield { ...pattern, recipients: typed.length };
    return;
  }
  const planner = new RequestPlanner(pattern.request, cut);
  let place = first;
  for await (const recipient of audienceId === null
    ? typed.slice(first, end)
    : listFrom(audienceId, first, end)) {
    const full = planner.add(recipient);
    if (full) yield { ...full, end: place };
    place += 1;
  }
  const rest = planner.end();
  if (rest) yield rest;
}

/** The recipients of a request, in the order of their waves. */
export function typedRecipients(
  { places }: Pick<Order, "places">,
  { request }: ComposedRequest,
): PlannedRecipient[] {
  const typed = recipientsIn(request.destination);
  return places ? places.flatMap((place) => typed[place] ?? []) : typed;
}

/** The recipients of a list from a place on, up to another one; places have no gaps. */
async function* listFrom(
  audienceId: string,
  first: number,
  end: number,
): AsyncGenerator<PlannedRecipient, void, undefined> {
  for (let from = first; from < end; from += pageRecipients) {
    const most = Math.min(pageRecipients, end - from);
    const page = await readRecipients(database(), audienceId, from, most);
    yield* page;
    if (page.length < most) return;
  }
}
