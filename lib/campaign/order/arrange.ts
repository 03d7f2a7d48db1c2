import { database } from "@/lib/database/sql";
import { openAudience } from "@/lib/directory/audience/list";
import { countZones, recipientsByZone, zonesOfNamed } from "@/lib/directory/device/zones";
import { sendingTimesOf } from "@/lib/directory/service/sending-times";
import type { ComposedRequest } from "@/lib/inputs/compose";
import { planRequests, recipientsIn } from "@/lib/plan/requests";
import { hasHours } from "@/lib/plan/sending-hours";
import { wallAt } from "@/lib/plan/wall-time";
import { knownZone, wavesOf, type Wave, type WaveTimes, type ZoneCount } from "@/lib/plan/waves";
import { now } from "@/lib/runtime/clock";
import { countRequests } from "./count";
import { patternFor, type Order } from "./plan";
import { recordWaves, whileLeased, type Arrangement, type Due } from "./progress";
import { storeSnapshot } from "./snapshot";

const actor = { kind: "job", name: "campaigns" } as const;

/**
 * Arranges an order that begins by the zones of its recipients, where they matter: in waves, and
 * its recipients in a snapshot of their order. False where another worker did. What began before
 * its service had hours stays as it is.
 */
export async function arrange(at: Due, pattern: ComposedRequest): Promise<boolean> {
  if (at.waves !== null || at.answered > 0) return true;
  const { timezone, hours } = await sendingTimesOf(database(), at.serviceId);
  if (!at.zoned && !hasHours(hours)) return true;
  const times = { wall: wallOf(at), now: now(), timezone, hours };
  const { audienceId } = at;
  const arrangement = await whileLeased(at, () =>
    audienceId === null
      ? arrangeTyped(at, pattern, times)
      : arrangeList(at, pattern, audienceId, times),
  );
  if (!(await recordWaves(database(), at, arrangement))) return false;
  const { waves, places, audienceId: waveAudienceId } = arrangement;
  Object.assign(at, { waves, places, waveAudienceId });
  return true;
}

/** What the clocks of each recipient are to show; null where all of them start at once. */
function wallOf({ zoned, startsAt, timezone }: Due): number | null {
  return zoned && startsAt && timezone !== null ? wallAt(startsAt.getTime(), timezone) : null;
}

async function arrangeTyped(
  at: Due,
  pattern: ComposedRequest,
  times: WaveTimes,
): Promise<Arrangement> {
  const typed = recipientsIn(pattern.request.destination);
  const zones = await zonesOfNamed(database(), { ...times, serviceId: at.serviceId }, typed);
  const waves = wavesOf(
    zones.map((one): ZoneCount => ({ ...one, recipients: 1 })),
    times,
  );
  if (waves.length === 1) return { waves, places: null, audienceId: null, requests: null };
  const wavesByZone = placesByZone(waves);
  const places = zones
    .map(({ zone }, place) => ({
      place,
      wave: wavesByZone.get(knownZone(zone, times.timezone)) ?? 0,
    }))
    .toSorted((one, other) => one.wave - other.wave || one.place - other.place)
    .map(({ place }) => place);
  const sorted = places.flatMap((place) => typed[place] ?? []);
  let requests = 0;
  for (const [appid, cut] of Object.entries(at.cuts)) {
    const { request } = patternFor(orderOf(at, pattern), appid);
    for (const { from, recipients } of waves)
      for (const _ of planRequests(request, sorted.slice(from, from + recipients), cut))
        requests += 1;
  }
  return { waves, places, audienceId: null, requests };
}

async function arrangeList(
  at: Due,
  pattern: ComposedRequest,
  audienceId: string,
  times: WaveTimes,
): Promise<Arrangement> {
  const { serviceId } = at;
  const scope = { serviceId, timezone: times.timezone, audienceId };
  const list = await openAudience({ actor }, { id: audienceId });
  const stored = await database().transaction(async (tx) => {
    // Both statements see the same zones.
    await tx.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    const counts = await countZones(tx, scope);
    const waves = wavesOf(counts, times);
    if (waves.length === 1) return { waves, id: null };
    const wavesByZone = placesByZone(waves);
    const zones = [...new Set(counts.map(({ zone }) => zone))];
    const rows = recipientsByZone(scope, {
      zones,
      places: zones.map((zone) => wavesByZone.get(knownZone(zone, times.timezone)) ?? 0),
      otherwise: 0,
    });
    const { name, revision, parameters } = list;
    const facts = { serviceId, name, revision, parameters, columns: [], key: null };
    return { waves, id: await storeSnapshot(tx, { ...facts, orderId: at.id, rows }) };
  });
  const { waves, id } = stored;
  if (id === null) return { waves, places: null, audienceId: null, requests: null };
  const borders = new Set(waves.map(({ from }) => from));
  const audience = { ...list, id };
  let requests = 0;
  for (const [appid, cut] of Object.entries(at.cuts)) {
    const { request } = patternFor(orderOf(at, pattern), appid);
    requests += await countRequests({ pattern: request, audience, cut }, borders);
  }
  return { waves, places: null, audienceId: id, requests };
}

function orderOf({ audienceId, moreAppids }: Due, pattern: ComposedRequest): Order {
  return { pattern, audienceId, moreAppids };
}

/** By zone, the place of its wave. */
function placesByZone(waves: readonly Wave[]): Map<string, number> {
  return new Map(
    waves.flatMap(({ zones }, place) => zones.map(({ zone }) => [zone, place] as const)),
  );
}
