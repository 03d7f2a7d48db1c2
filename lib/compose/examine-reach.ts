import { entryProblems } from "@/lib/interface/destination";
import { destinationKeys, type DestinationKey } from "@/lib/interface/device-kinds";
import { DESTINATIONS, PAYLOAD_BYTES } from "@/lib/interface/limits";
import { mergeProblems, type Problem } from "@/lib/interface/problem";
import type { PushRequestInput } from "@/lib/interface/request";
import { utf8Bytes } from "@/lib/interface/text";
import { listSamples } from "@/lib/plan/list-samples";
import { columnOf, requestWith, type PlanOptions } from "@/lib/plan/own-values";
import { planRequests, recipientsIn, requestBody } from "@/lib/plan/requests";
import { assemble } from "./assemble";
import type { ChosenAudience, DrawnAudience } from "./chosen-audience";
import type { RequestExamination } from "./examine";
import { countRecipients, readEntry } from "./recipients";
import type { SizeRow } from "./sizes";

/** A recipient whose payload may be the largest, and what it would be sent. */
export interface Candidate {
  who: string;
  examined: Pick<RequestExamination, "countedBytes" | "drawn">;
}

/**
 * What a message amounts to that may take several requests. The examined request is one of them:
 * the first, or that to the recipient who is drawn.
 */
export interface ReachExamination extends RequestExamination {
  /** The request as composed, with all typed recipients: what the JSON editor edits. */
  whole: string;
  recipients: number;
  /** Whether all of them are users: people, not single devices. */
  users: boolean;
  /** How many requests it takes for one app; undefined where only the server can count. */
  requests: number | undefined;
  /** None unless recipients have values of their own. */
  candidates: readonly Candidate[];
  /** Whose values are drawn. */
  drawnFor: string | undefined;
  /**
   * Sizes with the longest values that a template in the making allows, where it is looked at with
   * those.
   */
  longest?: readonly SizeRow[] | undefined;
  /** The same in the language that is drawn, where that is not the default one. */
  longestDrawn?: readonly SizeRow[] | undefined;
}

interface ReachOptions {
  chosen: ChosenAudience | undefined;
  /** Whose values are to be drawn; undefined for the largest. */
  drawnFor: string | undefined;
  plan: PlanOptions;
  /** Examines one request. */
  examineOne: (body: string) => RequestExamination;
  /** Returns the problems of one request. */
  checkRequest: (body: string) => readonly Problem[];
}

/**
 * Examines a message as a whole: by the one request that it is, or by those of its requests that
 * matter.
 */
export function examineReach(form: PushRequestInput, options: ReachOptions): ReachExamination {
  const request = assemble(form);
  const whole = requestBody(request);
  const { chosen } = options;
  if (chosen) return examineList(request, whole, chosen, options);
  const recipients = countRecipients(form.destination);
  const users = form.destination.every((entry) => readEntry(entry).key === "userid");
  const sent = asSent(request, options.plan);
  const fits = options.plan.sizeRule === "message" || utf8Bytes(sent) <= PAYLOAD_BYTES;
  if ((fits && recipients <= DESTINATIONS) || recipients < 2)
    return {
      ...options.examineOne(sent),
      whole,
      recipients,
      users,
      requests: 1,
      candidates: [],
      drawnFor: undefined,
    };
  const planned = [...planRequests(request, recipientsIn(request.destination), options.plan)];
  const examined = options.examineOne(requestBody(planned[0]?.request ?? request));
  const kinds = new Set<DestinationKey>();
  const ofKinds = planned.flatMap((one) => {
    const unseen = keysIn(one.request).filter((key) => !kinds.has(key));
    for (const key of unseen) kinds.add(key);
    return unseen.length > 0 ? options.checkRequest(requestBody(one.request)) : [];
  });
  return {
    ...examined,
    problems: mergeProblems(
      [
        ...examined.problems.filter(({ pointer }) => !isRecipient(pointer)),
        ...ofKinds.flatMap((problem) => inWhole(problem, request.destination)),
      ],
      entryProblems(request.destination),
    ),
    whole,
    recipients,
    users,
    requests: planned.length,
    candidates: [],
    drawnFor: undefined,
  };
}

/** The body of a request to those that it names, with its texts filled in. */
function asSent(request: PushRequestInput, plan: PlanOptions): string {
  return requestBody(plan.inText ? requestWith(request, request.destination, {}, plan) : request);
}

function isRecipient(pointer: string): boolean {
  return pointer.startsWith("/destination");
}

function keysIn({ destination }: Pick<PushRequestInput, "destination">): DestinationKey[] {
  return destinationKeys.filter((key) => destination.some((entry) => entry[key] !== undefined));
}

/**
 * Moves the problem of a missing credential from one of several requests to the recipients as they
 * stand in the whole request.
 */
function inWhole(problem: Problem, destination: PushRequestInput["destination"]): Problem[] {
  const key = destinationKeys.find((one) => problem.pointer.endsWith(`/${one}`));
  if (problem.rule !== "app.provider.missing" || !isRecipient(problem.pointer) || key === undefined)
    return [];
  return destination.flatMap((entry, index) =>
    entry[key] === undefined ? [] : [{ ...problem, pointer: `/destination/${index}/${key}` }],
  );
}

function examineList(
  request: PushRequestInput,
  whole: string,
  chosen: ChosenAudience,
  options: ReachOptions,
): ReachExamination {
  const users =
    chosen.kind !== "open" || chosen.audience.kinds.userid === chosen.audience.recipients;
  const base = { whole, users, requests: undefined, candidates: [], drawnFor: undefined };
  if (chosen.kind !== "open") {
    // A placeholder recipient until the list is loaded: all else can be checked already.
    const body = requestBody({
      ...request,
      destination: chosen.kind === "lost" ? [] : [{ userid: ["-"] }],
    });
    return {
      ...options.examineOne(body),
      ...base,
      recipients: chosen.kind === "opening" ? chosen.recipients : 0,
    };
  }
  const { audience } = chosen;
  const { recipients, kinds, widest, parameters } = audience;
  const { plan } = options;
  const samples = listSamples(request, plan, {
    widest,
    kinds: destinationKeys.filter((type) => kinds[type] !== undefined),
    values: widest[0]?.parameters ?? {},
  });
  const ofKinds = samples
    .ofKinds()
    .flatMap(({ body }) => options.checkRequest(body))
    .filter(({ rule, pointer }) => rule === "app.provider.missing" && isRecipient(pointer));
  const list = { request, audience, samples, ofKinds };
  const isPersonal = plan.parameters.some((name) => parameters.includes(columnOf(name, plan)));
  const reached = isPersonal ? examinePersonal(list, options) : examineAlike(list, options);
  return { ...base, recipients, ...reached };
}

/** A list that is here, and what stands for the requests to it. */
interface OpenList {
  request: PushRequestInput;
  audience: DrawnAudience;
  samples: ReturnType<typeof listSamples>;
  /** What is wrong with kinds of its recipients. */
  ofKinds: readonly Problem[];
}

/** Examines a message to a list whose recipients are all sent the same. */
function examineAlike(
  list: OpenList,
  { plan, examineOne }: ReachOptions,
): RequestExamination & Pick<ReachExamination, "requests"> {
  const { request, audience, samples, ofKinds } = list;
  const { head, recipients, widest } = audience;
  const requests =
    head.length === recipients ? [...planRequests(request, head, plan)].length : undefined;
  const examined = examineOne(bodyOfHead(list, plan));
  // The longest identifier may not fit where the first ones do.
  const longest = widest[0] ? examineOne(samples.alone(widest[0]).body).problems : [];
  return {
    ...examined,
    problems: mergeProblems(examined.problems.map(ofWhole), [...longest, ...ofKinds].map(ofWhole)),
    requests,
  };
}

/** Examines a message to a list whose recipients have values of their own. */
function examinePersonal(
  list: OpenList,
  { plan, drawnFor, examineOne, checkRequest }: ReachOptions,
): RequestExamination & Partial<Pick<ReachExamination, "candidates" | "drawnFor">> {
  const { audience, samples, ofKinds } = list;
  const { head, widest } = audience;
  const others = head
    .slice(0, mostDrawn)
    .filter(({ id }) => !widest.some((wide) => wide.id === id));
  const [without, ...mixed] = samples.withDefaults();
  const all = [
    ...samples.largest(),
    ...(without ? [without] : []),
    ...others.map(samples.alone),
  ].map(({ recipient, body }) => {
    const who = recipient.id === "-" ? "Without values" : recipient.id;
    return { who, examined: ofList(examineOne(body), who, audience, plan) };
  });
  const ofDefaults = mixed.flatMap(({ body }) => checkRequest(body));
  const largest = all.toSorted((one, other) => weight(other.examined) - weight(one.examined))[0];
  const drawn = all.find(({ who }) => who === drawnFor) ?? largest;
  if (!drawn) return examineOne(bodyOfHead(list, plan));
  return {
    ...drawn.examined,
    problems: all.reduce(
      (problems: Problem[], one) => mergeProblems(problems, one.examined.problems),
      [...ofDefaults, ...ofKinds].map(ofWhole),
    ),
    candidates: all,
    drawnFor: drawn.who,
  };
}

/** The body of the first request to a list. */
function bodyOfHead({ request, audience: { head }, samples }: OpenList, plan: PlanOptions): string {
  const [first] = planRequests(request, head, plan);
  if (first) return requestBody(first.request);
  return head[0] ? samples.alone(head[0]).body : requestBody(request);
}

/** Moves a problem of a recipient to the list, whichever request it was found in. */
function ofWhole(problem: Problem): Problem {
  return isRecipient(problem.pointer) ? { ...problem, pointer: "/destination" } : problem;
}

/**
 * What is wrong with the values of a recipient is to be mended in the list, or by a value for those
 * without.
 */
function ofList(
  examined: RequestExamination,
  who: string,
  { name: list, segment, parameters }: Pick<DrawnAudience, "name" | "segment" | "parameters">,
  plan: PlanOptions,
): RequestExamination {
  const problems = examined.problems.map((problem) =>
    problem.pointer.startsWith("/message/parameters/") &&
    parameters.includes(columnOf(problem.pointer.slice(20), plan))
      ? {
          ...problem,
          pointer: "/destination",
          message: `${who} of the ${segment ? "segment" : "list"} “${list}”, ${problem.pointer.slice(20)}: ${problem.message}`,
        }
      : problem,
  );
  return { ...examined, problems };
}

/** Of the list's beginning so many can be drawn in addition to the largest. */
const mostDrawn = 4;

/** How near it comes to any limit. */
function weight({ countedBytes, drawn }: Candidate["examined"]): number {
  const payloads = Object.values(drawn).map(({ request }) => request.bytes / request.limit);
  return Math.max(countedBytes / PAYLOAD_BYTES, ...payloads);
}
