import { appProblems, missingProviders } from "@/lib/interface/app-problems";
import {
  deviceKinds,
  platformOf,
  providerOf,
  type DeviceKind,
  type ProviderKind,
} from "@/lib/interface/device-kinds";
import {
  hasContentFor,
  type EffectiveRequest,
  type EffectiveResult,
} from "@/lib/interface/effective";
import { inOrderOfBody, type ParseResult } from "@/lib/interface/parse";
import { mergeProblems, problem, type Problem } from "@/lib/interface/problem";
import type { PushBlocksInput, PushRequest } from "@/lib/interface/request";
import { shownValues } from "./date-format";
import { blocksIn, languageFor } from "./languages";
import { readParameters } from "./parameters";
import { mostOf } from "./placeholder";
import { merge, resolve, type TemplateVersion } from "./resolve";

/** What an app is asked before it sends. */
export interface Sender {
  pushEnabled: boolean;
  /** Those it has a credential for. */
  providers: readonly ProviderKind[];
}

/**
 * A request that its app would send, or everything that is wrong with it, in the order of the body.
 */
export type RequestReview<A extends Sender = Sender> =
  | { ok: true; app: A; request: PushRequest; effective: EffectiveRequest; warnings: Problem[] }
  | { ok: false; problems: Problem[]; warnings: Problem[]; effective?: EffectiveRequest };

/** What a request is judged by besides its own words. */
export interface RequestContext<A extends Sender> {
  /** The app that the request names, when the service has it. */
  app: A | undefined;
  /** The version of the template that the request names, when the app has it. */
  version: TemplateVersion | undefined;
  /**
   * The language that everybody gets, "" for the default text; null: each recipient that of their
   * device.
   */
  language: string | null;
  /** The payloads of a message that are larger than their providers take. */
  oversized: (
    effective: EffectiveRequest,
    app: A,
  ) => readonly { kind: DeviceKind; bytes: number; limit: number }[];
}

/**
 * Reviews a parsed request by its app and its template, in every language that may be sent
 * (contract 2, 6). The endpoint and the console both ask here, so that neither takes what the other
 * refuses. What is sent without a language of its own is the `effective` of the answer.
 */
export function reviewParsed<A extends Sender>(
  parsed: ParseResult,
  context: RequestContext<A>,
): RequestReview<A> {
  const { app, version } = context;
  const appid = parsed.ok ? parsed.request.appid : parsed.appid;
  const problems = appid === undefined ? [] : appProblems(app);
  if (!parsed.ok)
    return {
      ok: false,
      problems: inOrderOfBody([...parsed.problems, ...problems], parsed),
      warnings: parsed.warnings,
    };
  if (!app) return { ok: false, problems, warnings: parsed.warnings };
  const { request } = parsed;
  const own =
    context.language === null || version === undefined
      ? ""
      : languageFor(version.languages, context.language);
  const resolved = resolve(request, version, own);
  const warnings = mergeProblems(parsed.warnings, resolved.warnings);
  problems.push(
    ...(resolved.ok ? missingProviders(resolved.effective, app.providers) : resolved.problems),
  );
  if (version && request.message)
    problems.push(
      ...languageProblems(
        { ...context, app, version },
        request,
        { language: own, resolved },
        problems,
      ),
    );
  else if (resolved.ok) problems.push(...sizeProblems(resolved.effective, app, context));
  if (resolved.ok && problems.length === 0)
    return { ok: true, app, request, effective: resolved.effective, warnings };
  return {
    ok: false,
    problems: inOrderOfBody(problems, parsed),
    warnings,
    ...(resolved.ok && { effective: resolved.effective }),
  };
}

/**
 * What is wrong in some languages only, each reported with the first that it is wrong in, and which
 * payloads are too large in which: up to the first that takes more than twice what fits.
 */
function languageProblems<A extends Sender>(
  { app, version, language, oversized }: RequestContext<A> & { app: A; version: TemplateVersion },
  request: PushRequest,
  first: { language: string; resolved: EffectiveResult },
  firstProblems: readonly Problem[],
): Problem[] {
  const problems: Problem[] = [];
  const sizes: string[] = [];
  const others = language === null ? version.languages.map((one) => one.language) : [];
  for (const tag of [first.language, ...others]) {
    const resolved = tag === first.language ? first.resolved : resolve(request, version, tag);
    if (resolved.ok) {
      const [largest] = oversized(resolved.effective, app).toSorted(
        (one, other) => other.bytes - other.limit - (one.bytes - one.limit),
      );
      if (!largest) continue;
      const { kind, bytes, limit } = largest;
      sizes.push(
        `${languageName(tag)} takes ${bytes} bytes for ${kind}, of ${limit}${causeOf(request, version, tag, largest)}`,
      );
      // It is refused, and each further language would cost as much time.
      if (bytes > 2 * limit) break;
    } else if (tag !== first.language)
      for (const one of resolved.problems)
        if (
          ![...firstProblems, ...problems].some(
            ({ rule, pointer }) => rule === one.rule && pointer === one.pointer,
          )
        )
          problems.push({ ...one, message: `In ${tag}: ${one.message}` });
  }
  if (sizes.length > 0)
    problems.push(problem("template.payload.size", "/message/template", { where: listed(sizes) }));
  return problems;
}

/** Which parameter makes what a kind of device is sent so large. */
function causeOf(
  request: PushRequest,
  version: TemplateVersion,
  language: string,
  { kind, bytes }: { kind: DeviceKind; bytes: number },
): string {
  const merged = merge(
    blocksIn(version.blocks, version.languages, language),
    request.channels?.push,
  ) as PushBlocksInput;
  const platform = platformOf(kind);
  const sent = [merged[platform], platform === "web" ? undefined : merged.interactive];
  const { values } = readParameters(version.parameters, request.message?.parameters);
  return mostOf(sent, shownValues(version.parameters, values, language), bytes);
}

/**
 * What is too large for its provider of a request that names no template, each block once; nothing
 * where any provider of the app carries it to any kind of device: what the others are sent then
 * fails by itself.
 */
function sizeProblems<A extends Sender>(
  effective: EffectiveRequest,
  app: A,
  { oversized }: Pick<RequestContext<A>, "oversized">,
): Problem[] {
  const tooLarge = oversized(effective, app);
  const sent = deviceKinds.filter(
    (kind) => app.providers.includes(providerOf(kind)) && hasContentFor(effective, kind),
  );
  if (tooLarge.length < sent.length) return [];
  const oversizedPayloads = tooLarge.map(({ kind, bytes, limit }) => {
    const one = problem("body.size", `/channels/push/${platformOf(kind)}`);
    return { ...one, message: `${one.message}: ${kind} takes ${bytes} bytes, of ${limit}` };
  });
  return mergeProblems(oversizedPayloads, []);
}

/** A few of them, so that a message stays a message. */
function listed(sizes: readonly string[]): string {
  const rest = sizes.length - 5;
  return `${sizes.slice(0, 5).join("; ")}${rest > 0 ? `; and ${rest} more languages` : ""}`;
}

function languageName(language: string): string {
  return language === "" ? "the default text" : language;
}
