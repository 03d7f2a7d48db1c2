import type { Reach } from "@/lib/compose/reach";
import type { OpenAudience } from "@/lib/directory/audience/rows";
import type { ServiceRecord } from "@/lib/directory/service/find";
import type { StoredVersion } from "@/lib/directory/template/version";
import { readRequest } from "@/lib/dispatch/read-request";
import type { ComposedRequest } from "@/lib/inputs/compose";
import type { DestinationKey } from "@/lib/interface/device-kinds";
import { BODY_BYTES, DESTINATIONS, PAYLOAD_BYTES } from "@/lib/interface/limits";
import { mergeProblems, type Problem } from "@/lib/interface/problem";
import type { PushRequestInput } from "@/lib/interface/request";
import { utf8Bytes } from "@/lib/interface/text";
import { listSamples } from "@/lib/plan/list-samples";
import {
  columnOf,
  planOptionsOf,
  type PlanOptions,
  type ValueChoices,
} from "@/lib/plan/own-values";
import { recipientsAtRate } from "@/lib/plan/rate";
import { planRequests, recipientsIn, requestBody } from "@/lib/plan/requests";
import { sampleValues } from "@/lib/template/parameters";

const valuesAt = "/message/parameters/";

/** What a request is cut by besides its own words. */
interface CutBy {
  service: Pick<ServiceRecord, "sizeRule">;
  version: StoredVersion | undefined;
  audience?: Pick<OpenAudience, "parameters"> | undefined;
  choices?: (ValueChoices & Pick<Reach, "rate">) | undefined;
}

/**
 * By what a request is cut and filled: the service's reading of 4 KB, the parameters of its
 * template, and the columns of the list that it goes to.
 */
export function cutOf(
  pattern: PushRequestInput,
  { service: { sizeRule }, version, audience, choices = {} }: CutBy,
): PlanOptions {
  const { columns, defaults, lacking, rate } = choices;
  const declared = version?.parameters.map(({ name }) => name);
  const options = planOptionsOf(pattern, {
    sizeRule,
    declared,
    list: audience?.parameters,
    columns,
    defaults,
    lacking,
  });
  return rate == null ? options : { ...options, most: recipientsAtRate(rate) };
}

/** Those that fit, and have nothing to be filled in, are sent byte for byte. */
export function goesAsWritten(
  { request, body }: ComposedRequest,
  { sizeRule, inText, most = DESTINATIONS }: Pick<PlanOptions, "sizeRule" | "inText" | "most">,
): boolean {
  if (inText) return false;
  return (
    utf8Bytes(body) <= (sizeRule === "body" ? PAYLOAD_BYTES : BODY_BYTES) &&
    recipientsIn(request.destination).length <= most
  );
}

/** One of the apps that send an order, with what it sends. */
export interface Sender {
  appid: string;
  pattern: ComposedRequest;
  version: StoredVersion | undefined;
}

interface OrderSubject {
  service: ServiceRecord;
  audience: OpenAudience | undefined;
  order: ValueChoices & { language?: string | null | undefined };
  at: number;
}

/**
 * Checks an order by all rules before it is sent. Problems name no single recipient: a problem of
 * one kind of recipients concerns all of that kind.
 */
export async function orderProblems(
  senders: readonly Sender[],
  { service, audience, order, at }: OrderSubject,
): Promise<Problem[]> {
  let allProblems: Problem[] = [];
  for (const { pattern, version } of senders)
    for (const body of samplesOf(pattern, { service, audience, version, choices: order })) {
      const read = await readRequest(service, encode(body), at, {
        language: order.language,
        templateVersion: version?.version,
      });
      if (read.ok) continue;
      // Values of a list are reported by the number of recipients for whom they are wrong.
      const problems = audience
        ? read.problems.filter(
            ({ pointer, rule }) =>
              !pointer.startsWith(valuesAt) || rule === "template.parameter.unknown",
          )
        : read.problems;
      allProblems = mergeProblems(allProblems, problems);
    }
  return allProblems;
}

/**
 * The bodies of few requests that stand for all of them: what is wrong with any of them is wrong
 * with one of these.
 */
function samplesOf(
  pattern: ComposedRequest,
  by: CutBy & { audience: OpenAudience | undefined },
): string[] {
  const { audience, version } = by;
  // What is wrong with a request of few recipients is wrong with one of many.
  const { most: _, ...options } = cutOf(pattern.request, by);
  const typed = audience ? [] : recipientsIn(pattern.request.destination);
  if (!audience && (goesAsWritten(pattern, options) || typed.length === 0)) return [pattern.body];
  if (!audience)
    return [...planRequests(pattern.request, typed, options)].map(({ request }) =>
      requestBody(request),
    );
  const kinds = Object.keys(audience.kinds) as DestinationKey[];
  const samples = sampleValues(version?.parameters ?? []);
  const parameterValues = { ...samples, ...pattern.request.message?.parameters };
  const whole = options.inText
    ? (audience.widest[0]?.parameters ?? {})
    : Object.fromEntries(
        Object.entries(parameterValues).map(([name, value]) => [columnOf(name, options), value]),
      );
  const { largest, ofKinds, withDefaults } = listSamples(pattern.request, options, {
    widest: audience.widest,
    kinds,
    values: whole,
    // In texts they have the default.
    lacking: options.inText ? {} : whole,
  });
  return [...largest(), ...ofKinds(), ...withDefaults()].map(({ body }) => body);
}

/** A body as it goes out. */
export function encode(body: string): Uint8Array {
  return new TextEncoder().encode(body);
}
