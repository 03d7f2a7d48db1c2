import { z } from "zod";
import { labProviders, type LabProvider } from "./kinds";

const share = z.number().min(0).max(1);
const ms = z.number().int().min(0).max(600_000);

const providerFaultsSchema = z.strictObject({
  /** Delay of every answer (ms). */
  latencyMs: ms.optional(),
  /** Additional random delay of at most so much (ms), evenly distributed. */
  latencyJitterMs: ms.optional(),
  /** Refuse with this HTTP status, in the provider's own words. */
  status: z.number().int().min(400).max(599).optional(),
  /**
   * Refuse for this reason, e.g. QUOTA_EXCEEDED, TooManyRequests, 80300008; the status follows from
   * it unless given.
   */
  reason: z.string().min(1).max(200).optional(),
  /**
   * Refuse with this text instead of the provider's own body, e.g. a gateway's HTML. Needs
   * `status`.
   */
  body: z.string().max(65_536).optional(),
  /** `Retry-After` of a forced refusal: seconds, or a text that is sent as it is (an HTTP date). */
  retryAfter: z
    .union([
      z.number().int().min(0),
      z
        .string()
        .max(100)
        .regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, "printable ASCII"),
    ])
    .optional(),
  /** Share of requests that is refused; default all. Shares are dealt out evenly, not drawn. */
  share: share.optional(),
  /** Share of requests whose connection is destroyed before they are processed. */
  dropConnections: share.optional(),
  /** Share of requests that are processed, but whose connection is destroyed before the answer. */
  dropAfter: share.optional(),
  /** Share of requests that are neither processed nor answered. */
  halfOpen: share.optional(),
  /**
   * GOAWAY after so many requests of each connection; lastStreamID is the last of them, later
   * requests are not processed.
   */
  goawayAfter: z.number().int().min(1).optional(),
  /** SETTINGS_MAX_CONCURRENT_STREAMS, for open connections too. */
  maxStreams: z.number().int().min(1).max(10_000).optional(),
  /** Token calls (FCM, HMS) fail with this HTTP status. */
  tokenStatus: z.number().int().min(400).max(599).optional(),
  /** Access tokens given out from now on live so many seconds, for any `expires_in`. */
  tokenLifetime: z.number().int().min(0).max(3600).optional(),
  /** Devices of this provider send each receipt twice. */
  duplicateReceipts: z.boolean().optional(),
});

/** Simulated faults of one provider. */
export type ProviderFaults = z.output<typeof providerFaultsSchema>;

const shape = Object.fromEntries(
  labProviders.map((provider) => [provider, providerFaultsSchema.optional()]),
);
const faultsSchema = z.strictObject(
  shape as Record<LabProvider, z.ZodOptional<typeof providerFaultsSchema>>,
);

/** Simulated faults by provider. An absent provider has none. */
export type FaultSettings = z.output<typeof faultsSchema>;

/** What is wrong with a member of what was sent. */
export interface Problem {
  pointer: string;
  message: string;
}

/** Fault settings that do not parse. `problems` names each member that is wrong or unknown. */
export class FaultSettingsError extends Error {
  readonly problems: Problem[];

  constructor(problems: Problem[]) {
    super(problems.map((problem) => `${problem.pointer}: ${problem.message}`).join("; "));
    this.problems = problems;
  }
}

/** What happens to one request. */
export type Verdict =
  | { action: "serve" | "drop" | "dropAfter" | "hang"; delayMs: number }
  | { action: "refuse"; delayMs: number; faults: ProviderFaults };

/** The faults in force. */
export class Faults {
  #settings: FaultSettings = {};
  #dealt = new Map<string, number>();
  readonly #listeners = new Set<() => void>();

  /** The settings in force. */
  get(): FaultSettings {
    return this.#settings;
  }

  /** Replaces all settings; `{}` makes everything well again. Throws {@link FaultSettingsError}. */
  set(settings: unknown): void {
    const parsed = faultsSchema.safeParse(settings);
    if (!parsed.success) throw new FaultSettingsError(schemaProblems(parsed.error));
    this.#settings = parsed.data;
    this.#dealt = new Map();
    for (const listener of this.#listeners) listener();
  }

  /** Faults of one provider, undefined when it is well. */
  of(provider: LabProvider): ProviderFaults | undefined {
    return this.#settings[provider];
  }

  /** Calls the listener after each change. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Returns the outcome of one request. */
  decideVerdict(provider: LabProvider, faults: ProviderFaults): Verdict {
    const delayMs =
      (faults.latencyMs ?? 0) + Math.floor(Math.random() * (faults.latencyJitterMs ?? 0));
    if (this.#hit(provider, "dropConnections", faults.dropConnections))
      return { action: "drop", delayMs };
    if (this.#hit(provider, "halfOpen", faults.halfOpen)) return { action: "hang", delayMs };
    const refusal = faults.status !== undefined || faults.reason !== undefined;
    if (refusal && this.#hit(provider, "share", faults.share ?? 1))
      return { action: "refuse", delayMs, faults };
    if (this.#hit(provider, "dropAfter", faults.dropAfter)) return { action: "dropAfter", delayMs };
    return { action: "serve", delayMs };
  }

  /** Deals a share out evenly: of ten requests a share of 0.3 hits exactly three. */
  #hit(provider: LabProvider, name: string, hitShare: number | undefined): boolean {
    if (!hitShare) return false;
    const key = `${provider}.${name}`;
    const sum = (this.#dealt.get(key) ?? 0) + hitShare;
    // Thirds do not add up to one exactly.
    const hit = sum > 1 - 1e-9;
    this.#dealt.set(key, hit ? sum - 1 : sum);
    return hit;
  }
}

/** Returns the problems of a failed parse, one for each unknown member. */
export function schemaProblems({ issues }: z.ZodError): Problem[] {
  const at = (path: readonly PropertyKey[]) => path.map((part) => `/${String(part)}`).join("");
  return issues.flatMap((issue) => {
    if (issue.code !== "unrecognized_keys")
      return [{ pointer: at(issue.path), message: issue.message }];
    return issue.keys.map((key) => ({
      pointer: at([...issue.path, key]),
      message: `unknown member "${key}"`,
    }));
  });
}
