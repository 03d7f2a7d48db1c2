import { database } from "@/lib/database/sql";
import { readRecipients } from "@/lib/directory/audience/list";
import type { ServiceRecord } from "@/lib/directory/service/find";
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
import { cutOf, encode, goesAsWritten } from "./cut";
import { appidsOf, patternFor, versionOf, type Order } from "./plan";

/** Where a request of an order begins. */
export interface RequestPlace {
  /** Its app, by the place among the apps that send the order. */
  app: number;
  /** Its first recipient, by the place in the list or in the request. */
  recipient: number;
}

/** One request of an order, in bytes. */
export interface OrderedRequest {
  service: ServiceRecord;
  bytes: Uint8Array;
  recipients: number;
  /** The version of its template that it is sent by; undefined where it has none. */
  templateVersion: number | undefined;
  /** Where the one behind it begins. */
  next: RequestPlace;
}

const pageRecipients = 5_000;

/**
 * The requests of an order from a place on, one after the other, the same ones each time: a request
 * ends where the next one begins, so that what comes behind a place depends on nothing before it.
 * Ends at once when its app is gone.
 *
 * @param from the beginning, or `next` of one of its requests
 */
export async function* requestsOf(
  order: Order,
  from: RequestPlace = { app: 0, recipient: 0 },
): AsyncGenerator<OrderedRequest, void, undefined> {
  for (const [app, appid] of appidsOf(order).entries()) {
    if (app < from.app) continue;
    const service = await serviceOfAppid(appid);
    if (!service) return;
    const pattern = patternFor(order, appid);
    const cut =
      order.cuts?.[appid] ??
      cutOf(pattern.request, { service, version: await versionOf(pattern.request) });
    const templateVersion = order.versions?.[appid];
    const first = app === from.app ? from.recipient : 0;
    for await (const { request, body, recipients, end } of plannedFor(pattern, order, cut, first))
      yield {
        service,
        bytes: encode(body ?? requestBody(request)),
        recipients,
        templateVersion,
        next: end === undefined ? { app: app + 1, recipient: 0 } : { app, recipient: end },
      };
  }
}

/** With the `body` of one that goes out as it was written. */
interface PlacedRequest extends PlannedRequest {
  body?: string;
  /** The place of the first recipient behind it; absent with the last one. */
  end?: number;
}

/** They are written when they are sent, not when they are counted. */
async function* plannedFor(
  pattern: ComposedRequest,
  { audienceId }: Order,
  options: PlanOptions,
  first: number,
): AsyncGenerator<PlacedRequest, void, undefined> {
  const typed = audienceId === null ? recipientsIn(pattern.request.destination) : [];
  if (audienceId === null && goesAsWritten(pattern, options)) {
    if (first === 0) yield { ...pattern, recipients: typed.length };
    return;
  }
  const planner = new RequestPlanner(pattern.request, options);
  let place = first;
  for await (const recipient of audienceId === null
    ? typed.slice(first)
    : listFrom(audienceId, first)) {
    const full = planner.add(recipient);
    if (full) yield { ...full, end: place };
    place += 1;
  }
  const rest = planner.end();
  if (rest) yield rest;
}

/** The recipients of a list from a place on; places have no gaps. */
async function* listFrom(
  audienceId: string,
  first: number,
): AsyncGenerator<PlannedRecipient, void, undefined> {
  for (let from = first; ; from += pageRecipients) {
    const page = await readRecipients(database(), audienceId, from, pageRecipients);
    yield* page;
    if (page.length < pageRecipients) return;
  }
}
