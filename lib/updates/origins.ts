import { moreOf, SharedSlots } from "@/lib/work/share";
import type { ClaimedUpdate, GivenBack } from "./claim";
import type { NewUpdate } from "./enqueue";
import { Line } from "./line";
import type { UpdatePolicy } from "./policy";
import { restBook, type RestBook } from "./rests";
import type { OpenSlice } from "./slice";

/** One that is well is remembered for so long, while there are not so many (milliseconds). */
const idleMs = 60_000;
const longestIdleMs = 1_800_000;
const mostIdle = 500;

/** An origin as one service calls it: what it answers to one service is no matter of another. */
interface Origin {
  serviceId: string;
  origin: string;
  /** Leased, and not begun. */
  line: Line;
  inFlight: number;
  /** How many may be in flight. */
  window: number;
  /** It took something. */
  takes: boolean;
  /** How many may be leased, as the latest claim had it; 0 before. */
  most: number;
  /** In a row. */
  failures: number;
  /** A receiver at it takes nothing more, which is not recorded yet: no call before it is. */
  isGone: boolean;
  /** ms, monotonic: when a call ended last. */
  usedAt: number;
}

type OriginPolicy = Pick<
  UpdatePolicy,
  | "perOrigin"
  | "perNewOrigin"
  | "perSickOrigin"
  | "sickAfter"
  | "ahead"
  | "mostLeased"
  | "mostUnstored"
>;

/** How a call ended. */
export interface End {
  /** Undefined when there was no call: that says nothing of the origin. */
  succeeded: boolean | undefined;
  /** The URL asked to be left alone so long. */
  restMs?: number | undefined;
  /** The receiver said that it takes nothing more: no call until {@link OriginBook.reopen}. */
  gone?: boolean;
}

/**
 * How many more updates may be claimed: of each origin that a service calls, and of each service,
 * `newFree` of one that is not listed.
 */
export interface ClaimLimits {
  origins: { serviceIds: string[]; origins: string[]; free: number[] };
  services: { ids: string[]; free: number[]; newFree: number };
}

/**
 * What this process remembers of the origins that services call, and the updates that wait here for
 * each.
 */
export interface OriginBook {
  /**
   * Whether an update may be sent from here before it is stored: its service has room for it, and
   * its origin is well, or new, and has nothing stored that comes before it.
   */
  hasRoomFor(update: Pick<NewUpdate, "serviceId" | "origin" | "url">): boolean;
  /**
   * Puts claimed updates, and those of slices, into the lines of their origins. Returns those whose
   * URL rests, which are to be given back.
   */
  add(updates: readonly ClaimedUpdate[]): GivenBack[];
  /**
   * The next update that may be sent now, from then on in flight; each origin in its turn, of
   * services that may have another call.
   */
  next(mayCall: (serviceId: string) => boolean): ClaimedUpdate | undefined;
  /**
   * After the call of an update. Returns what should not be sent from here now after all: it is to
   * be given back.
   */
  end(update: ClaimedUpdate, end: End): GivenBack[];
  /**
   * Whether the call that ended last left half of what may be leased for the origin of its update:
   * more may be claimed from now on, and its connections need not wait until results are recorded.
   */
  isHalf(update: ClaimedUpdate): boolean;
  /** What the end of an update's receiver means for others of its origin has been recorded. */
  reopen(update: ClaimedUpdate): void;
  /** Takes everything out that was not begun. */
  drain(): ClaimedUpdate[];
  /** Takes those of a slice out that were not begun. */
  drainSlice(slice: OpenSlice): ClaimedUpdate[];
  limits(): ClaimLimits;
}

/**
 * Keeps slow and failing hosts from taking the slots of others: every origin that a service calls
 * has a limit of its own, a much smaller one until it took something and while it keeps failing. A
 * URL that asked to be left alone (`Retry-After`) rests for the service that called it. For a host
 * that is well some updates are leased ahead, so that its connections need not wait for the
 * database.
 */
export function originBook(policy: OriginPolicy, clock: () => number): OriginBook {
  const origins = new Map<string, Origin>();
  const rests = restBook(clock);
  const slots = new SharedSlots(policy.mostUnstored);
  const at = ({ serviceId, origin }: Pick<ClaimedUpdate, "serviceId" | "origin">): Origin => {
    const name = originKey({ serviceId, origin });
    const entry =
      origins.get(name) ?? newOrigin(serviceId, origin, { policy, now: clock(), slots });
    origins.set(name, entry);
    return entry;
  };
  return {
    hasRoomFor: ({ serviceId, origin = "", url }) =>
      slots.mayTake(serviceId) &&
      rests.left({ serviceId, origin, url }) === 0 &&
      hasNothingBefore(origins.get(originKey({ serviceId, origin })), policy),
    add: (updates) =>
      updates.flatMap((update) => {
        const afterMs = rests.left(update);
        if (afterMs > 0) return [{ update, afterMs }];
        at(update).line.push(update);
        return [];
      }),
    next: (mayCall) => {
      for (const [name, origin] of origins) {
        if (origin.line.length === 0 || origin.isGone || !mayCall(origin.serviceId)) continue;
        if (origin.inFlight >= (isSick(origin, policy) ? policy.perSickOrigin : origin.window))
          continue;
        origin.inFlight += 1;
        // To the end of the queue of origins.
        origins.delete(name);
        origins.set(name, origin);
        return origin.line.shift();
      }
      return undefined;
    },
    end: (update, { succeeded, restMs = 0, gone = false }) => {
      const origin = at(update);
      origin.inFlight -= 1;
      origin.usedAt = clock();
      noteEnd(origin, succeeded, policy);
      if (gone) origin.isGone = true;
      else if (restMs > 0) rests.rest(update, restMs);
      return backOf(origin, { rests, policy, hasRested: restMs > 0 });
    },
    isHalf: (update) => {
      const origin = at(update);
      const { most } = origin;
      return most > 0 && leasedFor(origin) === halfOf(most) && isWell(origin, policy);
    },
    reopen: (update) => {
      at(update).isGone = false;
    },
    drain: () => [...origins.values()].flatMap(({ line }) => line.remove(() => true)),
    drainSlice: (slice) =>
      [...origins.values()].flatMap(({ line }) =>
        line.unstored > 0 ? line.remove((update) => update.slice === slice) : [],
      ),
    limits: () => limitsOf(origins, policy, clock()),
  };
}

function newOrigin(
  serviceId: string,
  origin: string,
  { policy, now, slots }: { policy: OriginPolicy; now: number; slots: SharedSlots },
): Origin {
  const window = Math.min(policy.perNewOrigin, policy.perOrigin);
  return {
    serviceId,
    origin,
    line: new Line(slots),
    inFlight: 0,
    window,
    takes: false,
    most: 0,
    failures: 0,
    isGone: false,
    usedAt: now,
  };
}

function originKey({ serviceId, origin }: Pick<ClaimedUpdate, "serviceId" | "origin">): string {
  return `${serviceId} ${origin}`;
}

function isSick({ failures }: Pick<Origin, "failures">, { sickAfter }: OriginPolicy): boolean {
  return failures >= sickAfter;
}

function noteEnd(origin: Origin, succeeded: boolean | undefined, policy: OriginPolicy): void {
  if (succeeded === false) origin.failures += 1;
  else if (succeeded) {
    origin.failures = 0;
    origin.takes = true;
    origin.window = Math.min(origin.window + 1, policy.perOrigin);
  }
}

/** Removes what is not to be sent from here now, after a call by which a URL may have rested. */
function backOf(
  { line, ...origin }: Origin,
  { rests, policy, hasRested }: { rests: RestBook; policy: OriginPolicy; hasRested: boolean },
): GivenBack[] {
  const well = isWell(origin, policy);
  // Nothing in a line rests: it was not put there, or removed when the rest began.
  if (well && !hasRested) return [];
  return line
    .remove((update) => !well || rests.left(update) > 0)
    .map((update) => ({ update, afterMs: rests.left(update) }));
}

/**
 * Whether a new update of an origin may be called as soon as there is a slot, and none before it.
 */
function hasNothingBefore(origin: Origin | undefined, policy: OriginPolicy): boolean {
  if (!origin) return true;
  if (!isWell(origin, policy)) return false;
  return inHand(origin) === 0 || (origin.takes && origin.line.unstored === origin.line.length);
}

function isWell(origin: Pick<Origin, "isGone" | "failures">, policy: OriginPolicy): boolean {
  return !origin.isGone && !isSick(origin, policy);
}

function inHand({ line, inFlight }: Origin): number {
  return line.length + inFlight;
}

/** What counts for claims: those of slices come by themselves. */
function leasedFor(origin: Origin): number {
  return inHand(origin) - origin.line.unstored;
}

/**
 * How many more updates each origin and each service may have. Forgets the origins that have been
 * idle for long enough.
 */
function limitsOf(origins: Map<string, Origin>, policy: OriginPolicy, now: number): ClaimLimits {
  const leasedBy = new Map<string, number>();
  for (const origin of origins.values())
    leasedBy.set(origin.serviceId, (leasedBy.get(origin.serviceId) ?? 0) + leasedFor(origin));
  const all = [...leasedBy.values()].reduce((sum, count) => sum + count, 0);
  const room = policy.mostLeased - all;
  const limits: ClaimLimits = {
    origins: { serviceIds: [], origins: [], free: [] },
    services: {
      ids: [...leasedBy.keys()],
      free: [...leasedBy.values()].map((count) => moreOf(count, room)),
      newFree: moreOf(0, room),
    },
  };
  // Each leaves room for one more origin with as much as it has itself: origins that hang keep
  // their leased updates until their calls end.
  const share = Math.floor(
    policy.mostLeased /
      ([...origins.values()].filter((origin) => leasedFor(origin) > 0).length + 2),
  );
  for (const [name, origin] of origins) {
    if (isStale(origin, now, origins.size)) {
      origins.delete(name);
      continue;
    }
    const leased = leasedFor(origin);
    const { takes, window } = origin;
    const ahead = Math.max(Math.min(takes ? window * policy.ahead : window, share), window);
    const most = origin.isGone ? 0 : isSick(origin, policy) ? policy.perSickOrigin : ahead;
    limits.origins.serviceIds.push(origin.serviceId);
    limits.origins.origins.push(origin.origin);
    // Few at a time would be one statement for each.
    limits.origins.free.push(leased <= halfOf(most) ? most - leased : 0);
    origin.most = most;
  }
  return limits;
}

function halfOf(most: number): number {
  return Math.floor(most / 2);
}

function isStale(origin: Origin, now: number, count: number): boolean {
  if (inHand(origin) > 0 || origin.isGone) return false;
  const idle = now - origin.usedAt;
  return idle > longestIdleMs || (origin.failures === 0 && (count > mostIdle || idle > idleMs));
}
