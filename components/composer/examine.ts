import { deviceKinds, platformOf, type DeviceKind, type Platform, type ProviderKind } from "@/lib/interface/device-kinds";
import { judgeEffective, type EffectiveRequest } from "@/lib/interface/effective";
import { missingProviders } from "@/lib/interface/missing-providers";
import { inOrderOfBody, measureBody, parseRequest } from "@/lib/interface/parse";
import { mergeProblems, type Problem } from "@/lib/interface/problem";
import { pushRequestSchema } from "@/lib/interface/request";
import { appearance, type Appearance } from "@/lib/payload/appearance";
import { build, type PayloadContext, type ProviderRequest } from "@/lib/payload/build";
import { resolve, type TemplateVersion } from "@/lib/template/resolve";

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
  drawn: Partial<Record<DeviceKind, Drawn>>;
}

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
  const effective = new Map<Platform, EffectiveRequest>();
  const whole = parsed.ok ? resolve(parsed.request, template) : undefined;
  if (whole?.ok === false) problems = inOrderOfBody(whole.problems, bytes);
  else if (whole && providers) problems = inOrderOfBody(missingProviders(whole.effective, providers), bytes);
  for (const platform of ["android", "ios", "web"] as const) {
    const request = whole?.ok ? whole.effective : readBlock(body, platform);
    if (request) effective.set(platform, request);
  }
  const drawn: Examined["drawn"] = {};
  for (const kind of deviceKinds) {
    const request = effective.get(platformOf(kind));
    const built = request && build(request, kind, context);
    if (built) drawn[kind] = { request: built, appearance: appearance(built, app) };
  }
  const warnings = whole ? mergeProblems(parsed.warnings, whole.warnings) : parsed.warnings;
  const countedBytes = sizeRule === "body" ? bytes.length : measureBody(body).messageBytes;
  return { body, bodyBytes: bytes.length, countedBytes, problems, warnings, drawn };
}

/** One block of a body as a request of its own, to somebody; undefined when the block alone is not right either. */
function readBlock(body: string, platform: Platform): EffectiveRequest | undefined {
  const push = (JSON.parse(body) as { channels?: { push?: Record<string, unknown> } }).channels?.push;
  if (push?.[platform] === undefined) return undefined;
  const parsed = pushRequestSchema.safeParse({
    deliverychannel: "push",
    appid: "-",
    destination: [{ userid: ["-"] }],
    channels: {
      push: { [platform]: push[platform], ...(platform !== "web" && push["interactive"] ? { interactive: push["interactive"] } : {}) },
    },
  });
  if (!parsed.success) return undefined;
  const judged = judgeEffective(parsed.data, undefined, { warn: false });
  return judged.ok ? judged.effective : undefined;
}
