import { missingProviders } from "@/lib/interface/app-problems";
import { deviceKinds, platformOf, type DeviceKind } from "@/lib/interface/device-kinds";
import type { EffectiveRequest } from "@/lib/interface/effective";
import { parseJson } from "@/lib/interface/exact-json";
import { measureBody, parseRequest } from "@/lib/interface/parse";
import { stepsOf } from "@/lib/interface/pointer";
import type { Problem } from "@/lib/interface/problem";
import { pushRequestSchema } from "@/lib/interface/request";
import { isObject } from "@/lib/interface/value-shape";
import type { Appearance } from "@/lib/payload/appearance";
import { build } from "@/lib/payload/build";
import { effectiveHash } from "@/lib/payload/effective-hash";
import { oversized } from "@/lib/payload/oversized";
import type { PayloadContext, ProviderRequest } from "@/lib/payload/provider-request";
import { readAppearance } from "@/lib/payload/read-appearance";
import { languageFor } from "@/lib/template/languages";
import { misfitOf } from "@/lib/template/parameter-value";
import { sampleValues } from "@/lib/template/parameters";
import { resolve, type TemplateVersion } from "@/lib/template/resolve";
import { reviewParsed, type Sender } from "@/lib/template/review-request";
import { asFarAsComplete, toSomebody, type PartialContent } from "./unfinished";

/** What one kind of device would be sent, and what it would show of that. */
export interface DeviceRendering {
  request: ProviderRequest;
  appearance: Appearance;
  /** RFC 6901 pointers of what had to be left out of it, because it is not finished or wrong. */
  unfinished: readonly string[];
}

/** Everything the composer shows about a request, read from the bytes that would be sent. */
export interface RequestExamination {
  body: string;
  /** UTF-8 bytes of `body`. */
  bodyBytes: number;
  /**
   * Those that count against the 4 KB by the service's reading: all of them, or those without
   * `destination`.
   */
  countedBytes: number;
  problems: Problem[];
  warnings: Problem[];
  /** Problems that the service would report next, once those above are solved. */
  further: Problem[];
  drawn: Devices;
  /**
   * What previews show: what is drawn, or what the template brings once its parameters are filled
   * in.
   */
  previews: Devices;
  /**
   * Returns the content hash that the message will have, once the request can be sent with its
   * template. Computed on demand, not at each key.
   */
  contentHash: (() => string) | undefined;
  /**
   * The parameters for which `previews` has the template's sample values: nothing was written for
   * them, or nothing that they take.
   */
  samples: readonly string[];
}

type Devices = Partial<Record<DeviceKind, DeviceRendering>>;

export interface ExamineOptions {
  app: PayloadContext["app"];
  /** Undefined: the service has no app of the id that the request names. */
  sender: Sender | undefined;
  httpsOnly: boolean;
  /** The installation's public address, as {@link ParseOptions} has it. */
  origin?: string | undefined;
  sizeRule: "body" | "message";
  /** The version that the request names, when that version exists. */
  template?: TemplateVersion | undefined;
  /**
   * The language of its template that everybody gets, "" for the default text; null or left out:
   * each recipient that of their device.
   */
  language?: string | null | undefined;
  /** The language that is drawn; left out, the one that everybody gets, or the default one. */
  drawnIn?: string | undefined;
  /** Milliseconds UTC. */
  now: number;
  /** False: the request is checked alone, and nothing is drawn. */
  pictures?: boolean;
}

/** As long as a real one, so that the payloads shown have the size of those sent. */
const placeholderTransid = "00000000-0000-7000-8000-000000000000";

/**
 * Reads a body as the endpoint would (contract 1 to 6), and builds what each kind of device would
 * be sent. A body that is refused is still drawn, as far as it is complete: an unfinished field
 * empties no screen.
 */
export function examine(body: string, options: ExamineOptions): RequestExamination {
  const { app, sizeRule, template, now, pictures = true } = options;
  const { bytes, parsed, review } = checkBody(body, options);
  const context: PayloadContext = { transid: placeholderTransid, acceptedAt: now, now, app };
  const { effective } = review;
  const drawnIn = languageFor(template?.languages ?? [], options.drawnIn ?? options.language);
  const ownTexts =
    drawnIn === "" || !parsed.ok ? undefined : resolve(parsed.request, template, drawnIn);
  const whole = ownTexts?.ok ? ownTexts.effective : effective;
  const content = !pictures
    ? undefined
    : whole
      ? { effective: whole, left: [] }
      : unfinishedContent(body, template, drawnIn);
  const drawn = content ? draw(content, context) : {};
  const sampled =
    effective || !template || !pictures ? undefined : withSamples(body, template, drawnIn);
  const previews = sampled ? draw(sampled.content, context) : drawn;
  return {
    body,
    bodyBytes: bytes.length,
    countedBytes:
      sizeRule === "body" ? bytes.length : (parsed.messageBytes ?? measureBody(body).messageBytes),
    problems: review.ok ? [] : review.problems,
    warnings: review.warnings,
    further: parsed.ok ? [] : furtherProblems(body, options),
    drawn,
    previews,
    contentHash: effective && (() => effectiveHash(effective)),
    samples: sampled?.samples ?? [],
  };
}

function checkBody(
  body: string,
  { app, sender, httpsOnly, origin, sizeRule, template, language = null, now }: ExamineOptions,
) {
  const bytes = new TextEncoder().encode(body);
  const parsed = parseRequest(bytes, { sizeRule, httpsOnly, origin, now });
  const tooLarge = (effective: EffectiveRequest, { providers }: Sender) =>
    oversized(effective, app, providers);
  return {
    bytes,
    parsed,
    review: reviewParsed(parsed, { app: sender, version: template, language, oversized: tooLarge }),
  };
}

/**
 * What is wrong with the content of a body that is refused for another reason: the endpoint looks
 * at templates and credentials last.
 */
function furtherProblems(body: string, { sender, template }: ExamineOptions): Problem[] {
  const { message, channels } = parseJson(body) as { message?: unknown; channels?: unknown };
  const parsed = pushRequestSchema.safeParse({ ...toSomebody, channels, message });
  if (!parsed.success || !sender) return [];
  const resolved = resolve(parsed.data, template);
  return resolved.ok ? missingProviders(resolved.effective, sender.providers) : resolved.problems;
}

function draw({ effective, left }: PartialContent, context: PayloadContext): Devices {
  const drawn: Devices = {};
  for (const kind of deviceKinds) {
    const built = build(effective, kind, context);
    if (!built) continue;
    const platform = platformOf(kind);
    const own = left.filter((pointer) => {
      const block = stepsOf(pointer)[2];
      return block === platform || (block === "interactive" && platform !== "web");
    });
    drawn[kind] = {
      request: built,
      appearance: readAppearance(built, context.app),
      unfinished: own,
    };
  }
  return drawn;
}

/**
 * The content of a body without real recipients, as far as it is complete; undefined when there is
 * nothing to show of it.
 */
function unfinishedContent(
  body: string,
  template: TemplateVersion | undefined,
  language: string,
): PartialContent | undefined {
  const ownCopy = () => parseJson(body) as { message?: unknown; channels?: unknown };
  const { message, channels } = ownCopy();
  // Without the content of the template, the blocks of the request can still be shown.
  return (
    asFarAsComplete({ message, channels }, template, language) ??
    (message === undefined
      ? undefined
      : asFarAsComplete({ channels: ownCopy().channels }, undefined))
  );
}

/**
 * What a template brings, to one recipient, with its own samples for what it requires and was not
 * given, and for values that it does not take; undefined when the body is wrong in other ways.
 */
function withSamples(
  body: string,
  template: TemplateVersion,
  language: string,
): { content: PartialContent; samples: string[] } | undefined {
  const { message, channels } = parseJson(body) as {
    message?: { parameters?: unknown };
    channels?: unknown;
  };
  const parameterValues = isObject(message?.parameters) ? message.parameters : {};
  const samples = template.parameters.filter((parameter) => {
    const value = Object.hasOwn(parameterValues, parameter.name)
      ? parameterValues[parameter.name]
      : undefined;
    return value === undefined
      ? parameter.required
      : typeof value === "string" && misfitOf(parameter, value) !== undefined;
  });
  const content = asFarAsComplete(
    {
      channels,
      message: { ...message, parameters: { ...parameterValues, ...sampleValues(samples) } },
    },
    template,
    language,
  );
  return content && { content, samples: samples.map(({ name }) => name) };
}
