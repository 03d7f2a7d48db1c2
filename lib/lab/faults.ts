import { z } from "zod";
import { labProviders, type LabProvider } from "./kinds";

const share = z.number().min(0).max(1);
const ms = z.number().int().min(0).max(600_000);

const providerFaultsSchema = z.strictObject({
  /** Every request is taken and answered so much later (ms). */
  latencyMs: ms.optional(),
  /** Plus an even share of so much (ms). */
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
  /** Share of requests whose connection is destroyed before anything is taken. */
  dropConnections: share.optional(),
  /** Share of requests that are taken, but whose connection is destroyed instead of answering. */
  dropAfter: share.optional(),
  /** Share of requests that are neither taken nor ever answered. */
  halfOpen: share.optional(),
  /**
   * GOAWAY after so many requests of each connection; lastStreamID is the last of them, later ones
   * are not taken.
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

/** What is made to go wrong at one provider. */
export type ProviderFaults = z.output<typeof providerFaultsSchema>;

const shape = Object.fromEntries(
  labProviders.map((provider) => [provider, providerFaultsSchema.optional()]),
);
const faultsSchema = z.strictObject(
  shape as Record<LabProvider, z.ZodOptional<typeof providerFaultsSchema>>,
);

/** What is made to go wrong, by provider. An absent provider is well. */
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
    if (!parsed.success) throw new FaultSettingsError(problemsOf(parsed.error));
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

  /** Decides the outcome of one request. */
  judge(provider: LabProvider, faults: ProviderFaults): Verdict {
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
  #hit(provider: LabProvider, name: string, wanted: number | undefined): boolean {
    if (!wanted) return false;
    const key = `${provider}.${name}`;
    const sum = (this.#dealt.get(key) ?? 0) + wanted;
    // Thirds do not add up to one exactly.
    const hit = sum > 1 - 1e-9;
    this.#dealt.set(key, hit ? sum - 1 : sum);
    return hit;
  }
}

/** What a schema refuses, each member that it does not know by itself. */
export function problemsOf({ issues }: z.ZodError): Problem[] {
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
