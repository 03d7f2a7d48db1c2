import type { UpdateCode } from "@/lib/interface/codes";
import type { ProviderRequest } from "@/lib/payload/provider-request";

/**
 * Why a delivery waits. `device`: only this one gets too much; `pace`: the provider wants less of
 * everything; `outage`: the provider, or the way to it, is broken; `overload`: it is broken and
 * wants less.
 */
export type Trouble = "device" | "pace" | "outage" | "overload";

/** What a provider said about one delivery. */
export type Outcome =
  | {
      kind: "submitted";
      providerMessageId?: string;
      /** In what it was sent otherwise than it was asked for, and why. */ note?: string;
    }
  /** Never tried again. */
  | {
      kind: "rejected";
      code: UpdateCode;
      reason: string;
      /** The device token is dead. */
      retireDevice: boolean;
      /**
       * It may as well be a living one of another app or environment than the credential is for.
       */
      doubtful?: boolean;
      /**
       * Since when the token is dead, by the provider (ms UTC): a device that registered later has
       * a living one.
       */
      deadSince?: number;
      /** What it means instead where all are refused so: the key, and no device. */
      ofAll?: Outcome;
    }
  /** Worth trying again: not before `afterMs`. */
  | { kind: "deferred"; code: UpdateCode; reason: string; afterMs?: number; trouble: Trouble }
  /** Not sent, because the provider is left alone for `afterMs`; counts as no attempt. */
  | { kind: "held"; code: UpdateCode; reason: string; afterMs: number }
  /** The credential or the configuration is refused: every other delivery would be too. */
  | { kind: "stopped"; code: UpdateCode; reason: string }
  /** It may or may not have arrived. */
  | {
      kind: "unknown";
      code: UpdateCode;
      reason: string;
      /** No answer came in time. */ timedOut?: boolean;
    };

/** One device to send to. */
export interface Target {
  /** UUID; APNs gets it as `apns-id`. */
  deliveryId: string;
  pushid: string;
  /** Browsers only. */
  subscription?: { endpoint: string; keys: { p256dh: string; auth: string } };
}

/** One payload for up to a thousand devices of one kind. */
export interface Batch {
  request: ProviderRequest;
  targets: readonly Target[];
}

/** Called with the outcome of one target; `n` is its place in the batch. */
export type OutcomeCallback = (n: number, outcome: Outcome) => void;

/**
 * A push provider with one credential. It keeps connections and tokens, and nothing about messages.
 */
export interface Provider {
  /**
   * Reports one outcome for each target, in any order and without delay: a target that is not
   * answered holds up no other. Resolves when all have been reported. Never throws.
   */
  send(batch: Batch, tell: OutcomeCallback): Promise<void>;
  /** Resolves when what is in flight has ended. */
  close(): Promise<void>;
}

/**
 * Opens a provider with a credential, as it is stored. Throws `ZodError` or `KeyError` for one that
 * cannot be used; connects only when something is sent.
 *
 * @param lab `host:port` of the lab, which may be reached although it is private
 * @param watch receives what the console shows of it
 */
export type OpenProvider = (credential: unknown, lab: readonly string[], watch?: Watch) => Provider;

/** An open circuit. Times are monotonic, as `performance.now()`. */
export interface OpenCircuit {
  openedAt: number;
  /** When the next request is let through as a probe. */
  probeAt: number;
  /** What the provider answered last. */
  reason: string;
}

/** Receives what the console shows of a credential that is in use. */
export interface Watch {
  /**
   * Each transition of a circuit: opened, opened again after a failed probe, or `undefined` once it
   * is closed. `origin` is that of a push service, and empty for providers with one address.
   */
  circuit: (origin: string, open: OpenCircuit | undefined) => void;
  /**
   * Each answer of a provider with a published quota, refusals included; `throttled` when the quota
   * was used up.
   */
  answered: (throttled: boolean) => void;
}

/** For those who show nothing of it. */
export const unwatched: Watch = { circuit: () => undefined, answered: () => undefined };
