import type { z } from "zod";
import { deviceKinds, platformOf, type DeviceKind, type Platform, type ProviderKind } from "@/lib/interface/device-kinds";
import { judgeEffective, type EffectiveRequest } from "@/lib/interface/effective";
import { parseJson } from "@/lib/interface/exact-json";
import { ruleOfIssue } from "@/lib/interface/issue";
import { missingProviders } from "@/lib/interface/missing-providers";
import { inOrderOfBody, measureBody, parseRequest } from "@/lib/interface/parse";
import { mergeProblems, type Problem } from "@/lib/interface/problem";
import { pushRequestSchema } from "@/lib/interface/request";
import { appearance, type Appearance } from "@/lib/payload/appearance";
import { build } from "@/lib/payload/build";
import type { PayloadContext } from "@/lib/payload/context";
import type { ProviderRequest } from "@/lib/payload/provider-request";
import { sampleValues } from "@/lib/template/parameters";
import { resolve, type TemplateVersion } from "@/lib/template/resolve";
import { effectiveHash } from "@/lib/payload/effective-hash";
import { isObject } from "./held";

/** What one kind of device would be sent, and what it would show of that. */
export interface Drawn {
  request: ProviderRequest;
  appearance: Appearance;
}

/** Everything the composer shows about a request, read from the bytes that would be sent. */
export interface Examined {
  body: string;
  /** UTF-8 bytes of `body`. */
  bodyBytes: number;
  /** Those that count against the 4 KB by the service's reading: all of them, or those without `destination`. */
  countedBytes: number;
  problems: Problem[];
  warnings: Problem[];
  drawn: Devices;
  /** What previews show: what is drawn, or what the template brings once somebody has filled it in. */
  shown: Devices;
  /** The content hash, once the request can be sent with its template: the one that its message will have. */
  contentHash: string | undefined;
  /** The parameters for which `shown` has the template's sample values. */
  samples: readonly string[];
}

type Devices = Partial<Record<DeviceKind, Drawn>>;

export interface ExamineOptions {
  app: PayloadContext["app"];
  /** Those the app has a credential for; left out for an app that is not known here. */
  providers?: readonly ProviderKind[] | undefined;
  httpsOnly: boolean;
  sizeRule: "body" | "message";
  /** The version that the request names, when it names one that is known. */
  template?: TemplateVersion | undefined;
  /** Milliseconds UTC. */
  now: number;
}

/** As long as a real one, so that the payloads shown have the size of those sent. */
const placeholderTransid = "00000000-0000-7000-8000-000000000000";

/**
 * Reads a body as the endpoint would (contract 1 to 5), and builds what each kind of device would be sent. A body that is refused is
 * still drawn, block by block, as far as its blocks are complete: one missing text does not empty the other screens.
 */
export function examine(body: string, { app, providers, httpsOnly, sizeRule, template, now }: ExamineOptions): Examined {
  const bytes = new TextEncoder().encode(body);
  const parsed = parseRequest(bytes, { sizeRule, httpsOnly, now });
  const context: PayloadContext = { transid: placeholderTransid, acceptedAt: now, now, app };
  let problems = parsed.ok ? [] : [...parsed.problems];
  const whole = parsed.ok ? resolve(parsed.request, template) : undefined;
  if (whole?.ok === false) problems = inOrderOfBody(whole.problems, bytes);
  else if (whole && providers) problems = inOrderOfBody(missingProviders(whole.effective, providers), bytes);
  const drawn = draw(whole?.ok ? () => whole.effective : (platform) => readBlock(body, platform), context);
  const sampled = whole?.ok || !template ? undefined : withSamples(body, template);
  const shown = sampled ? draw(() => sampled.effective, context) : drawn;
  const warnings = whole ? mergeProblems(parsed.warnings, whole.warnings) : parsed.warnings;
  const countedBytes = sizeRule === "body" ? bytes.length : measureBody(body).messageBytes;
  const contentHash = whole?.ok ? effectiveHash(whole.effective) : undefined;
  return { body, bodyBytes: bytes.length, countedBytes, problems, warnings, drawn, shown, contentHash, samples: sampled?.samples ?? [] };
}

function draw(requestOf: (platform: Platform) => EffectiveRequest | undefined, context: PayloadContext): Devices {
  const requests = new Map((["android", "ios", "web"] as const).map((platform) => [platform, requestOf(platform)]));
  const drawn: Devices = {};
  for (const kind of deviceKinds) {
    const request = requests.get(platformOf(kind));
    const built = request && build(request, kind, context);
    if (built) drawn[kind] = { request: built, appearance: appearance(built, context.app) };
  }
  return drawn;
}

const toSomebody = { deliverychannel: "push", appid: "-", destination: [{ userid: ["-"] }] };

/** Takes out the links that are none yet, as while one is typed; false when there are none. */
function withoutHalfLinks(request: object, issues: readonly z.core.$ZodIssue[]): boolean {
  const half = issues.filter((issue) => /^(url\.format|action\.value\.(url|required))$/.test(ruleOfIssue(issue).rule));
  for (const { path } of half) {
    const holder = path.slice(0, -1).reduce<unknown>((value, step) => Reflect.get(value as object, step), request) as object;
    Reflect.deleteProperty(holder, path.at(-1) ?? "");
    // An action whose value is not there yet: the device would open the app.
    if (path.at(-1) === "value") Reflect.deleteProperty(holder, "action");
  }
  return half.length > 0;
}

/** What a template brings, to somebody, with its own samples for what it requires and was not given; undefined when the body is wrong in other ways. */
function withSamples(body: string, template: TemplateVersion): { effective: EffectiveRequest; samples: string[] } | undefined {
  const { message, channels } = parseJson(body) as { message?: { parameters?: unknown }; channels?: unknown };
  const given = isObject(message?.parameters) ? message.parameters : {};
  const samples = template.parameters.filter(({ name, required }) => required && !Object.hasOwn(given, name));
  const parameters = { ...sampleValues(samples), ...given };
  const parsed = pushRequestSchema.safeParse({ ...toSomebody, channels, message: { ...message, parameters } });
  const resolved = parsed.success ? resolve(parsed.data, template) : undefined;
  return resolved?.ok ? { effective: resolved.effective, samples: samples.map(({ name }) => name) } : undefined;
}

/** One block of a body as a request of its own, to somebody; undefined when the block alone is not right either. */
function readBlock(body: string, platform: Platform): EffectiveRequest | undefined {
  const push = (parseJson(body) as { channels?: { push?: Record<string, unknown> } }).channels?.push;
  if (push?.[platform] === undefined) return undefined;
  const request = {
    ...toSomebody,
    channels: {
      push: { [platform]: push[platform], ...(platform !== "web" && push["interactive"] ? { interactive: push["interactive"] } : {}) },
    },
  };
  let parsed = pushRequestSchema.safeParse(request);
  if (!parsed.success && withoutHalfLinks(request, parsed.error.issues)) parsed = pushRequestSchema.safeParse(request);
  if (!parsed.success) return undefined;
  const judged = judgeEffective(parsed.data, undefined, { warn: false });
  return judged.ok ? judged.effective : undefined;
}
