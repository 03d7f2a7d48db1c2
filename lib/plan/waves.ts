import {
  clocksFrom,
  hasHours,
  nextOpen,
  nextShut,
  spreadFrom,
  spreadMs,
  type SendingHours,
} from "./sending-hours";
import { startAt, zoneOffset } from "./wall-time";

/** What says in which zone recipients are: their device, else their user, else their service. */
export const zoneSources = ["device", "user", "service"] as const;
/** One of {@link zoneSources}. */
export type ZoneSource = (typeof zoneSources)[number];

/** Recipients of one zone by one source. */
export interface ZoneCount {
  /** An IANA name; one that is unknown here counts as that of the service. */
  zone: string;
  source: ZoneSource;
  recipients: number;
}

/** A zone of a wave, with its recipients by source. */
type WaveZone = { zone: string } & Record<ZoneSource, number>;

/** Recipients of an order who start at one moment, one behind the other in its list. */
export interface Wave {
  /** ISO 8601 UTC. */
  startsAt: string;
  /** The place of the first. */
  from: number;
  recipients: number;
  /** Their clocks show the same, as long as that matters. */
  zones: WaveZone[];
  /**
   * Since when it may be sent after it had to wait for its window, ISO 8601 UTC, and how many of
   * its messages were sent before that: the others are spread from then on. Absent where it did not
   * wait.
   */
  opening?: { at: string; sent: number };
  /** Where the rest of it begins, when others went first. */
  rest?: WavePlace;
}

/** A place in an order: the app that sends, and the recipient, each by its place. */
export interface WavePlace {
  app: number;
  recipient: number;
}

/** When recipients are sent to. */
export interface WaveTimes {
  /**
   * What the clocks of each recipient are to show, in milliseconds as `wallAt` has it; null: all
   * start at once.
   */
  wall: number | null;
  /** Milliseconds UTC: nothing starts before. */
  now: number;
  /** Of recipients without a zone that is in use here. */
  timezone: string;
  hours: SendingHours;
}

interface Group extends Pick<Wave, "zones" | "recipients"> {
  /** Milliseconds UTC. */
  start: number;
  /** By its window. */
  opens: number;
}

/**
 * The waves of an order by the zones of its recipients, in the order in which they go out: by when
 * their windows open. Those whose time has passed start at once.
 */
export function wavesOf(counts: readonly ZoneCount[], times: WaveTimes): Wave[] {
  const groups = new Map<string, Group>();
  for (const { zone: named, source: namedSource, recipients } of counts) {
    const zone = knownZone(named, times.timezone);
    const source = isKnownZone(named) ? namedSource : "service";
    const start = zoneStart(zone, times);
    const opens = nextOpen(start, zone, times.hours) ?? start;
    const key = hasHours(times.hours) ? `${start} ${clocksFrom(start, zone)}` : String(start);
    const group = groups.get(key) ?? { start, opens, recipients: 0, zones: [] };
    groups.set(key, group);
    addTo(group, zone, source, recipients);
  }
  let from = 0;
  return [...groups.values()]
    .toSorted((one, other) => one.opens - other.opens || one.start - other.start)
    .map(({ start, opens, recipients, zones }) => {
      const wave: Wave = { startsAt: new Date(start).toISOString(), from, recipients, zones };
      from += recipients;
      if (opens === start) return wave;
      return { ...wave, opening: { at: new Date(opens).toISOString(), sent: 0 } };
    });
}

/** Whether a zone is in use here. */
export function isKnownZone(zone: string): boolean {
  return !Number.isNaN(zoneOffset(0, zone));
}

/** The zone that a recipient counts to: one that is unknown here counts as that of the service. */
export function knownZone(zone: string, timezone: string): string {
  return isKnownZone(zone) ? zone : timezone;
}

/** When recipients of a zone start, without regard to their hours, in milliseconds UTC. */
export function zoneStart(zone: string, { wall, now }: Pick<WaveTimes, "wall" | "now">): number {
  return wall === null ? now : Math.max(now, startAt(wall, zone));
}

function addTo(group: Group, zone: string, source: ZoneSource, recipients: number): void {
  const existing = group.zones.find((one) => one.zone === zone);
  const entry = existing ?? { zone, device: 0, user: 0, service: 0 };
  if (!existing) group.zones.push(entry);
  entry[source] += recipients;
  group.recipients += recipients;
}

/** The wave that a place is in, by its place among them; the last one for a place behind all. */
export function waveAt(waves: readonly Wave[], recipient: number): number {
  const index = waves.findIndex(
    ({ from, recipients }) => recipient >= from && recipient < from + recipients,
  );
  return index === -1 ? waves.length - 1 : index;
}

/** Where a wave begins, or its rest. */
export function placeOf({ from, rest }: Pick<Wave, "from" | "rest">): WavePlace {
  return rest ?? { app: 0, recipient: from };
}

/** Messages of a wave before a place, with the recipients of each app. */
export function sentBefore({ from, recipients }: Wave, { app, recipient }: WavePlace): number {
  return app * recipients + recipient - from;
}

/** What becomes of an order at a moment. */
export type Turn =
  /** The wave at its place may be sent. */
  | { kind: "go" }
  /** It waits until then, milliseconds UTC: for its time, its window, or to be spread. */
  | { kind: "wait"; until: number; why: "start" | "shut" | "spread"; zone: string; waves: Wave[] }
  /** Others go first: the waves in their new order, and where the first of the rest begins. */
  | { kind: "turn"; waves: Wave[]; place: WavePlace };

interface TurnInput {
  waves: readonly Wave[];
  place: WavePlace;
  hours: SendingHours;
  /** Milliseconds UTC. */
  now: number;
  /** The apps that send. */
  apps: number;
}

/**
 * Decides what an order does at a moment: it sends the wave at its place; or, while the window of
 * that one is shut or its time has not come, another one whose turn it is; or it waits for the
 * first of them. A wave that has begun and had to wait is spread from when its window opens.
 */
export function turnOf({ waves, place, hours, now, apps }: TurnInput): Turn {
  const index = waveAt(waves, place.recipient);
  const done = waves.slice(0, index);
  const left = waves.slice(index).map((wave, at) => {
    const begun = at === 0 && sentBefore(wave, place) > 0;
    const zone = zoneOf(wave);
    const ready = Math.max(now, Date.parse(wave.startsAt));
    const opens = nextOpen(ready, zone, hours) ?? Number.POSITIVE_INFINITY;
    return { wave: begun ? { ...wave, rest: place } : wave, opens, ready, zone };
  });
  const [current] = left;
  if (!current) return { kind: "go" };
  if (current.opens <= now) return spreadTurn(current.wave, { waves, place, hours, now, apps });
  const ordered = left
    .map((one) => (one.opens > one.ready ? { ...one, wave: reopened(one) } : one))
    .toSorted((one, other) => one.opens - other.opens);
  const [first] = ordered;
  const next = [...done, ...ordered.map(({ wave }) => wave)];
  if (first && first.wave.from !== current.wave.from)
    return { kind: "turn", waves: next, place: placeOf(first.wave) };
  const why = current.opens > current.ready ? "shut" : "start";
  return { kind: "wait", until: current.opens, why, zone: current.zone, waves: next };
}

/** A wave that has to wait for its window: the rest of it is spread from when that opens. */
function reopened({ wave, opens }: { wave: Wave; opens: number }): Wave {
  if (!Number.isFinite(opens)) return wave;
  const at = new Date(opens).toISOString();
  return { ...wave, opening: { at, sent: sentBefore(wave, placeOf(wave)) } };
}

function spreadTurn(wave: Wave, { waves, place, hours, now, apps }: TurnInput): Turn {
  if (!isSpread(wave, now) || !wave.opening) return { kind: "go" };
  const zone = zoneOf(wave);
  const opened = opensAt(wave);
  // Its service has other hours since.
  if (opened > now) return { kind: "go" };
  const until = spreadFrom(opened, nextShut(opened, zone, hours), {
    place: sentBefore(wave, place) - wave.opening.sent,
    recipients: apps * wave.recipients - wave.opening.sent,
  });
  if (until <= now) return { kind: "go" };
  return { kind: "wait", until, why: "spread", zone, waves: [...waves] };
}

/** When recipients of a wave are sent to first, milliseconds UTC: when its window opens. */
export function opensAt({ startsAt, opening }: Pick<Wave, "startsAt" | "opening">): number {
  return Date.parse(opening?.at ?? startsAt);
}

/** Whether a wave goes out few messages at a time, because its window has just opened. */
export function isSpread({ opening }: Pick<Wave, "opening">, now: number): boolean {
  return opening !== undefined && now < Date.parse(opening.at) + spreadMs;
}

const zoneOf = ({ zones }: Wave) => zones[0]?.zone ?? "UTC";
