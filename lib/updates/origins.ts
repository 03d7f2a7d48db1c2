import type { UpdatePolicy } from "./policy";

interface Origin {
  inFlight: number;
  /** In a row. */
  failures: number;
  /** ms, monotonic: no call before. */
  restsUntil: number;
}

/** What is known in this process about the origins that are called: how much may be sent to each right now. */
export interface OriginBook {
  begin(origin: string): void;
  /** @param restMs the origin asked to be left alone so long */
  end(origin: string, succeeded: boolean, restMs?: number): void;
  /** Origins that may have fewer than `perOrigin` more calls, and how many each may have. */
  limits(): { origins: string[]; free: number[] };
}

/**
 * Keeps one slow or failing host from taking the places of others: every origin has a limit of its own, a much smaller one while it keeps
 * failing, and none while it asked to be left alone (`Retry-After`).
 */
export function originBook(policy: Pick<UpdatePolicy, "perOrigin" | "perSickOrigin" | "sickAfter">, clock: () => number): OriginBook {
  const known = new Map<string, Origin>();
  const at = (name: string): Origin => {
    const origin = known.get(name) ?? { inFlight: 0, failures: 0, restsUntil: 0 };
    known.set(name, origin);
    return origin;
  };
  return {
    begin: (name) => {
      at(name).inFlight += 1;
    },
    end: (name, succeeded, restMs = 0) => {
      const origin = at(name);
      origin.inFlight -= 1;
      origin.failures = succeeded ? 0 : origin.failures + 1;
      if (restMs > 0) origin.restsUntil = Math.max(origin.restsUntil, clock() + restMs);
    },
    limits: () => {
      const now = clock();
      const origins: string[] = [];
      const free: number[] = [];
      for (const [name, origin] of known) {
        if (origin.inFlight === 0 && origin.failures === 0 && origin.restsUntil <= now) {
          known.delete(name);
          continue;
        }
        const most = origin.restsUntil > now ? 0 : origin.failures >= policy.sickAfter ? policy.perSickOrigin : policy.perOrigin;
        origins.push(name);
        free.push(Math.max(0, most - origin.inFlight));
      }
      return { origins, free };
    },
  };
}
