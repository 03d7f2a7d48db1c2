import type { Reach, SegmentChoice } from "@/lib/compose/reach";
import { appOfAppid } from "@/lib/directory/app/find";
import { openAudience } from "@/lib/directory/audience/list";
import type { OpenAudience } from "@/lib/directory/audience/rows";
import type { ServiceRecord } from "@/lib/directory/service/find";
import { findVersion, type StoredVersion } from "@/lib/directory/template/version";
import { serviceOfAppid } from "@/lib/dispatch/read-request";
import type { ComposedRequest } from "@/lib/inputs/compose";
import { problem, type Problem } from "@/lib/interface/problem";
import type { PushRequestInput } from "@/lib/interface/request";
import type { PlanOptions } from "@/lib/plan/own-values";
import { planRequests, recipientsIn, requestBody } from "@/lib/plan/requests";
import type { Wave } from "@/lib/plan/waves";
import type { Actor } from "@/lib/policy/can";
import { parseTemplateRef, type TemplateReference } from "@/lib/template/resolve";
import { NotFoundError } from "@/lib/verb/errors";
import { countList, mostNamed, type ListCount, type UnfitRecipients } from "./count";
import { cutOf, goesAsWritten, orderProblems, type Sender } from "./cut";
import { evaluateSegment, type OrderedSegment } from "./segment";

/** What is to be sent, and to whom, when it may take several requests. */
export interface Order extends Reach {
  /** With its rule, it is evaluated again, by that rule; else by the one that it has now. */
  segment?: SegmentChoice | OrderedSegment | undefined;
  /**
   * The id of the order that it becomes, which a snapshot of its segment belongs to from then on;
   * left out where it is only counted.
   */
  orderId?: string;
  /**
   * The composed request, parsed once. A single request is accepted with exactly these bytes;
   * otherwise it is the pattern of the planned requests, and with a list its `destination` is
   * ignored.
   */
  pattern: ComposedRequest;
  /**
   * It follows its template: the version that is published when it is sent counts. Otherwise the
   * one that is published when it is counted.
   */
  followTemplate?: boolean;
  /** By app, for an order that was counted: how it is cut does not change any more. */
  cuts?: Readonly<Record<string, PlanOptions>> | null;
  /**
   * By app, for an order under way: the version of its template that it goes out by, even if
   * another is published until then.
   */
  versions?: Readonly<Record<string, number>> | null;
  /** Of an order under way whose recipients start at several moments, in their order. */
  waves?: readonly Wave[] | null;
  /** The recipients of its request in the order of its waves; with a list, that has this order. */
  places?: readonly number[] | null;
}

/** What an order amounts to. With problems it cannot be sent as it stands. */
export interface CampaignPlan {
  recipients: number;
  requests: number;
  appids: string[];
  /** The name of the list or segment, when it goes to one. */
  audience: string | null;
  /** The revision of the list or segment that was counted. */
  listRevision: number | null;
  /** The segment with the rule that was counted; null where it goes to none. */
  segment: OrderedSegment | null;
  /** Who was in the segment: the id of the snapshot, and when it was stored (ISO 8601 UTC). */
  snapshot: { id: string; at: string } | null;
  /** Its list was removed, or belongs to another service. */
  lost: boolean;
  problems: Problem[];
  /** Recipients whose values the template does not take, or who have none, by parameter. */
  unfit: UnfitRecipients[];
  /**
   * Recipients of the list that all of its apps pass over, because they have no value. They are
   * none of `recipients`.
   */
  leftOut: number;
  cuts: Record<string, PlanOptions>;
  /**
   * By app, the version of its template that it would be sent by now; apps without one are left
   * out.
   */
  versions: Record<string, number>;
  /** It is sent by the version that is published when it starts. */
  follows: boolean;
}

const mostApps = 20;

/**
 * Counts what an order amounts to, and reads it by all rules: for each app one request to each kind
 * of identifier, and one to each recipient that may have the largest payload. All of it is read
 * with the versions of templates that are published when it begins.
 *
 * Throws `RefusedError` for a segment that cannot be evaluated, and for one without a user.
 *
 * @param at milliseconds since 1970 UTC, when it will be sent
 * @param confirmed it was confirmed before: a list that was removed since still counts
 */
export async function planCampaign(
  { actor, serviceId }: { actor: Actor; serviceId: string },
  order: Order,
  at: number,
  confirmed = false,
): Promise<CampaignPlan> {
  const appids = appidsOf(order);
  const list = order.audienceId === null ? undefined : await listOf(actor, order.audienceId);
  const plan: CampaignPlan = {
    recipients: 0,
    requests: 0,
    appids,
    audience: list?.name ?? null,
    listRevision: list?.revision ?? null,
    segment: null,
    snapshot: null,
    lost: false,
    problems: [],
    unfit: [],
    leftOut: 0,
    cuts: {},
    versions: {},
    follows: order.followTemplate === true && namedTemplate(order)?.version === undefined,
  };
  const service = await serviceOfAppid(appids[0]);
  if (service?.id !== serviceId) return { ...plan, problems: [problem("appid.unknown", "/appid")] };
  if (!service.active) return { ...plan, problems: [problem("service.inactive", "")] };
  if (order.audienceId !== null && (list?.serviceId !== service.id || (list.removed && !confirmed)))
    return { ...plan, lost: true, problems: [problem("destination.ids.required", "/destination")] };
  const senders = await sendersOf(order);
  const drawn = order.segment && (await drawnFor(order.segment, order, senders, service));
  if (drawn) Object.assign(plan, drawn.facts);
  const audience = drawn?.audience ?? list;
  plan.problems = await orderProblems(senders, { service, audience, order, at });
  if (plan.problems.length > 0) return plan;
  for (const { appid, pattern, version } of senders) {
    if (version) plan.versions[appid] = version.version;
    const cut = cutOf(pattern.request, { service, audience, version, choices: order });
    plan.cuts[appid] = cut;
    const declared = version?.parameters ?? [];
    const counted = audience
      ? await countList({ pattern: pattern.request, body: pattern.body, audience, cut, declared })
      : countTyped(pattern, cut);
    plan.requests += counted.requests;
    // The same recipients, with any number of apps.
    plan.leftOut = appid === appids[0] ? counted.leftOut : Math.min(plan.leftOut, counted.leftOut);
    plan.recipients = audience
      ? audience.recipients - plan.leftOut
      : recipientsIn(pattern.request.destination).length;
    addUnfit(plan.unfit, counted.unfit);
  }
  if (audience && plan.recipients === 0)
    plan.problems = [problem("destination.ids.required", "/destination")];
  return plan;
}

/** Who is in the segment of an order, with values for all of its apps, and the facts of a plan. */
async function drawnFor(
  segment: SegmentChoice | OrderedSegment,
  { columns, orderId }: Order,
  senders: readonly Sender[],
  service: ServiceRecord,
) {
  const parameters = senders.flatMap(
    ({ pattern, version }) => cutOf(pattern.request, { service, version }).parameters,
  );
  const drawn = await evaluateSegment(service.id, segment, { parameters, columns, orderId });
  const { audience } = drawn;
  return {
    audience,
    facts: {
      audience: audience.name,
      listRevision: drawn.segment.revision,
      segment: drawn.segment,
      snapshot: { id: audience.id, at: audience.createdAt },
    } satisfies Partial<CampaignPlan>,
  };
}

/** The apps that send an order, each with what it sends and the version that it sends by. */
async function sendersOf(order: Order): Promise<Sender[]> {
  const senders: Sender[] = [];
  for (const appid of appidsOf(order)) {
    const pattern = patternFor(order, appid);
    senders.push({
      appid,
      pattern,
      version: await versionOf(pattern.request, order.versions?.[appid]),
    });
  }
  return senders;
}

/** Adds what another app counted of the same people: the larger number of each counts. */
function addUnfit(unfit: UnfitRecipients[], more: readonly UnfitRecipients[]): void {
  for (const one of more) {
    const existingUnfit = unfit.find(
      ({ parameter, why }) => parameter === one.parameter && why === one.why,
    );
    if (existingUnfit)
      existingUnfit.recipients = Math.max(existingUnfit.recipients, one.recipients);
    else unfit.push({ ...one });
  }
}

/** A few thousand at most: what they come to is counted by cutting them. */
function countTyped(pattern: ComposedRequest, cut: PlanOptions): ListCount {
  if (goesAsWritten(pattern, cut)) return { requests: 1, unfit: [], leftOut: 0 };
  const typed = recipientsIn(pattern.request.destination);
  let requests = 0;
  for (const _ of planRequests(pattern.request, typed, cut)) requests += 1;
  const lacking = cut.inText
    ? cut.parameters.filter((name) => !Object.hasOwn(cut.defaults ?? {}, name))
    : [];
  const first = typed.slice(0, mostNamed).map(({ id }) => id);
  const unfit = lacking.map((parameter): UnfitRecipients => {
    const isChosen = cut.asWritten?.includes(parameter) === true;
    return {
      parameter,
      why: isChosen ? "as written" : "missing",
      recipients: typed.length,
      first,
      inText: true,
    };
  });
  return { requests, unfit, leftOut: 0 };
}

async function listOf(actor: Actor, id: string): Promise<OpenAudience | undefined> {
  try {
    return await openAudience({ actor }, { id });
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** The template that an order names; undefined where it names none. */
export function namedTemplate({ pattern }: Pick<Order, "pattern">): TemplateReference | undefined {
  const { message } = pattern.request;
  return typeof message?.template === "string" ? parseTemplateRef(message.template) : undefined;
}

/**
 * By app, the version of its template that an order would be sent by now, independent of the
 * version it was counted with; apps without one are left out.
 */
export async function versionsNow(order: Order): Promise<Record<string, number>> {
  const versions: Record<string, number> = {};
  for (const appid of appidsOf(order)) {
    const version = await versionOf(patternFor(order, appid).request);
    if (version) versions[appid] = version.version;
  }
  return versions;
}

/** The apps that send an order, its own first. */
export function appidsOf({ pattern, moreAppids }: Order): string[] {
  return [...new Set([pattern.request.appid, ...moreAppids])].slice(0, mostApps);
}

/** For the app that it was composed for, the text as written; for another one, rewritten. */
export function patternFor({ pattern }: Order, appid: string): ComposedRequest {
  if (pattern.request.appid === appid) return pattern;
  const request = { ...pattern.request, appid };
  return { request, body: requestBody(request) };
}

/** The version that a request is sent by: the one that its order keeps, else as things are. */
export async function versionOf(
  { appid, message }: PushRequestInput,
  pinnedVersion?: number,
): Promise<StoredVersion | undefined> {
  const app = await appOfAppid(appid);
  if (typeof message?.template !== "string" || !app) return undefined;
  const named = parseTemplateRef(message.template);
  return findVersion(
    app.id,
    pinnedVersion === undefined ? named : { ...named, version: pinnedVersion },
  );
}
