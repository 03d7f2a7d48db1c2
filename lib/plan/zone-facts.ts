import { startAt } from "./wall-time";
import {
  isKnownZone,
  opensAt,
  wavesOf,
  zoneSources,
  type Wave,
  type WaveTimes,
  type ZoneCount,
  type ZoneSource,
} from "./waves";

/** What the zones of the recipients make of a plan, before it is confirmed. */
export interface ZoneFacts {
  waves: Wave[];
  /** Recipients by what says in which zone they are. */
  bySource: Record<ZoneSource, number>;
  /** Zones in which its time has passed, the one with most recipients first: they start at once. */
  past: { zone: string; recipients: number }[];
  /** Recipients who wait, because their time is outside the sending times. */
  outside: number;
  /** When the first and the last recipients start, milliseconds UTC. */
  first: number;
  last: number;
}

/** What the zones of the recipients make of a plan; undefined without a recipient. */
export function zoneFacts(counts: readonly ZoneCount[], times: WaveTimes): ZoneFacts | undefined {
  const waves = wavesOf(counts, times);
  const starts = waves.map(opensAt);
  if (starts.length === 0) return undefined;
  const zones = waves.flatMap((wave) => wave.zones);
  const sumOf = (source: ZoneSource) => zones.reduce((sum, zone) => sum + zone[source], 0);
  return {
    waves,
    bySource: Object.fromEntries(
      zoneSources.map((source) => [source, sumOf(source)]),
    ) as ZoneFacts["bySource"],
    past: pastZones(waves, times),
    outside: waves.reduce((sum, { opening, recipients }) => sum + (opening ? recipients : 0), 0),
    first: Math.min(...starts),
    last: Math.max(...starts),
  };
}

function pastZones(waves: readonly Wave[], { wall, now }: WaveTimes): ZoneFacts["past"] {
  if (wall === null) return [];
  return waves
    .flatMap(({ zones }) => zones)
    .filter(({ zone }) => isKnownZone(zone) && startAt(wall, zone) < now)
    .map(({ zone, device, user, service }) => ({ zone, recipients: device + user + service }))
    .toSorted((one, other) => other.recipients - one.recipients);
}

const mostNamed = 3;

/** The first of some zones, and how many more there are. */
export function zoneNames(zones: readonly string[]): string {
  const names = zones.slice(0, mostNamed);
  const more = zones.length - names.length;
  return new Intl.ListFormat("en").format([...names, ...(more > 0 ? [`${more} more`] : [])]);
}
