import type { Claimed } from "./claim";
import type { UpdatePolicy } from "./policy";

/** One that is well is remembered for so long, while there are not so many (milliseconds). */
const idleMs = 60_000;
const longestIdleMs = 1_800_000;
const mostIdle = 500;

interface Origin {
  /** Leased, and not begun. */
  line: Claimed[];
  inFlight: number;
  /** How many may be in flight. */
  window: number;
  /** It took something. */
  takes: boolean;
  /** In a row. */
  failures: number;
  /** ms, monotonic: no call before. */
  restsUntil: number;
  /** ms, monotonic: when a call ended last. */
  usedAt: number;
}

type OriginPolicy = Pick<UpdatePolicy, "perOrigin" | "perNewOrigin" | "perSickOrigin" | "sickAfter" | "ahead" | "held">;

/** How a call ended. */
export interface End {
  /** Undefined when no call was made: that says nothing of the origin. */
  succeeded: boolean | undefined;
  /** The origin asked to be left alone so long. */
  restMs?: number | undefined;
  /** The receiver said that it takes nothing more: no call until {@link OriginBook.reopen}. */
  gone?: boolean;
}

/** What is known in this process about the origins that are called, and what waits here for each. */
export interface OriginBook {
  /** Puts a claimed update into the line of its origin. */
  add(update: Claimed): void;
  /** The next update that may be sent now, from then on in flight; each origin in its turn. */
  next(): Claimed | undefined;
  /** After a call. Returns what should not be sent from here now after all: it is to be given back. */
  end(origin: string, end: End): Claimed[];
  /** What a receiver's end means for others of its origin has been recorded. */
  reopen(origin: string): void;
  /** Takes everything out that was not begun. */
  drain(): Claimed[];
  /** Origins that are known, and how many more updates each may have; any other may have `perNewOrigin`. */
  limits(): { origins: string[]; free: number[] };
}

/**
 * Keeps slow and failing hosts from taking the slots of others: every origin has a limit of its own, a much smaller one until it took something and
 * while it keeps failing, and none while it asked to be left alone (`Retry-After`). For a host that is well some updates are leased ahead, so that
 * its connections need not wait for the database.
 */
export function originBook(policy: OriginPolicy, clock: () => number): OriginBook {
  const known = new Map<string, Origin>();
  const at = (name: string): Origin => {
    const origin = known.get(name) ?? {
      line: [],
      inFlight: 0,
      window: Math.min(policy.perNewOrigin, policy.perOrigin),
      takes: false,
      failures: 0,
      restsUntil: 0,
      usedAt: clock(),
    };
    known.set(name, origin);
    return origin;
  };
  return {
    add: (update) => void at(update.origin).line.push(update),
    next: () => {
      for (const [name, origin] of known) {
        if (origin.line.length === 0 || isResting(origin, clock())) continue;
        if (origin.inFlight >= (isSick(origin, policy) ? policy.perSickOrigin : origin.window)) continue;
        origin.inFlight += 1;
        // To the end of the queue of origins.
        known.delete(name);
        known.set(name, origin);
        return origin.line.shift();
      }
      return undefined;
    },
    end: (name, { succeeded, restMs = 0, gone = false }) => {
      const origin = at(name);
      origin.inFlight -= 1;
      origin.usedAt = clock();
      if (succeeded === false) origin.failures += 1;
      else if (succeeded) {
        origin.failures = 0;
        origin.takes = true;
        origin.window = Math.min(origin.window + 1, policy.perOrigin);
      }
      if (gone) origin.restsUntil = Infinity;
      else if (restMs > 0) origin.restsUntil = Math.max(origin.restsUntil, clock() + restMs);
      return isResting(origin, clock()) || isSick(origin, policy) ? origin.line.splice(0) : [];
    },
    reopen: (name) => {
      at(name).restsUntil = 0;
    },
    drain: () => [...known.values()].flatMap(({ line }) => line.splice(0)),
    limits: () => limitsOf(known, policy, clock()),
  };
}

function isSick({ failures }: Origin, { sickAfter }: OriginPolicy): boolean {
  return failures >= sickAfter;
}

function isResting({ restsUntil }: Origin, now: number): boolean {
  return restsUntil > now;
}

function heldFor({ line, inFlight }: Origin): number {
  return line.length + inFlight;
}

/** How many more updates each origin may have. Forgets those that have been idle for long enough. */
function limitsOf(known: Map<string, Origin>, policy: OriginPolicy, now: number): ReturnType<OriginBook["limits"]> {
  const origins: string[] = [];
  const free: number[] = [];
  // Each leaves room for as much as it has itself for one more: those that hang keep what is held for them until it is known.
  const share = Math.floor(policy.held / ([...known.values()].filter((origin) => heldFor(origin) > 0).length + 2));
  for (const [name, origin] of known) {
    if (isStale(origin, now, known.size)) {
      known.delete(name);
      continue;
    }
    const held = heldFor(origin);
    const { takes, window } = origin;
    const ahead = Math.max(Math.min(takes ? window * policy.ahead : window, share), window);
    const most = isResting(origin, now) ? 0 : isSick(origin, policy) ? policy.perSickOrigin : ahead;
    origins.push(name);
    // Few at a time would be one statement for each.
    free.push(held <= most / 2 ? most - held : 0);
  }
  return { origins, free };
}

function isStale(origin: Origin, now: number, known: number): boolean {
  if (heldFor(origin) > 0 || isResting(origin, now)) return false;
  const idle = now - origin.usedAt;
  return idle > longestIdleMs || (origin.failures === 0 && (known > mostIdle || idle > idleMs));
}
