import { database } from "@/lib/database/sql";
import { sendingTimesOf } from "@/lib/directory/service/sending-times";
import { hasHours, type SendingHours } from "@/lib/plan/sending-hours";
import { placeOf, turnOf, waveAt, type Turn, type Wave, type WavePlace } from "@/lib/plan/waves";
import { now } from "@/lib/runtime/clock";
import { moveOn, patienceSeconds, postpone, type Due } from "./progress";

/** An order that this worker has under way. */
export interface Underway extends Due {
  /** When its rate allows the next requests (`performance.now()`). */
  pacedUntil: number;
}

/**
 * `go`: the next requests may be accepted. `left`: this worker leaves it until later, or another
 * has it. `moved`: another wave goes first, and requests begin at the new place.
 */
export type TurnOutcome = "go" | "left" | "moved";

/** After so long the window of a wave is looked at again. */
const mostWaitMs = 3_600_000;

/**
 * Waits until the next requests of an order may be accepted: by its rate, the start of their wave,
 * and the window of their zone. A short wait passes here; for a longer one the order is due again
 * at its end.
 *
 * @param wave that of the next requests
 */
export async function takeTurn(at: Underway, apps: number, wave: number): Promise<TurnOutcome> {
  for (;;) {
    const times = await sendingTimesOf(database(), at.serviceId);
    const turn = turnIn(at, { apps, wave }, times);
    if (turn.kind === "turn") {
      if (!(await moveOn(database(), at, turn.waves, turn.place))) return "left";
      setWaves(at, turn.waves, turn.place);
      return "moved";
    }
    const turnMs = turn.kind === "wait" ? waitMs(turn) : 0;
    const wait = Math.max(turnMs, at.pacedUntil - performance.now());
    if (wait > patienceSeconds * 1_000) {
      await leave(at, turn, wait);
      return "left";
    }
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (turnMs <= 0) return "go";
  }
}

/** The start of a wave never changes; a window may be far away, and its settings may. */
function waitMs({ until, why }: Extract<Turn, { kind: "wait" }>): number {
  return why === "start" ? until - now() : Math.min(until - now(), mostWaitMs);
}

/** The place of the next request. */
export function placeIn({ waves, nextApp, nextRecipient }: Due): WavePlace {
  if (nextApp !== null) return { app: nextApp, recipient: nextRecipient ?? 0 };
  const [first] = waves ?? [];
  return first ? placeOf(first) : { app: 0, recipient: 0 };
}

/** The place of requests of a wave: its beginning where the rest of the one before yields none. */
function placeFor(at: Due, wave: number): WavePlace {
  const place = placeIn(at);
  const own = at.waves?.[wave];
  return at.waves && own && waveAt(at.waves, place.recipient) < wave ? placeOf(own) : place;
}

function turnIn(
  at: Underway,
  { apps, wave }: { apps: number; wave: number },
  { timezone, hours }: { timezone: string; hours: SendingHours },
): Turn {
  if (at.waves === null && !hasHours(hours)) return { kind: "go" };
  const waves = at.waves ?? [wholeOf(at, timezone)];
  return turnOf({ waves, place: placeFor(at, wave), hours, now: now(), apps });
}

/** An order that began when there were no hours: all of it is in the zone of its service. */
function wholeOf({ recipients }: Due, timezone: string): Wave {
  const zones = [{ zone: timezone, device: 0, user: 0, service: recipients }];
  return { startsAt: new Date(0).toISOString(), from: 0, recipients, zones };
}

async function leave(at: Underway, turn: Turn, ms: number): Promise<void> {
  const isWaiting = turn.kind === "wait";
  await postpone(database(), at, {
    ms,
    stalled: isWaiting && turn.why === "shut" ? shutText(turn) : null,
    waves: isWaiting && turn.why === "shut" ? turn.waves : null,
    isStart: isWaiting && turn.why === "start",
  });
}

function shutText({ until, zone }: Pick<Extract<Turn, { kind: "wait" }>, "until" | "zone">) {
  const when = Number.isFinite(until)
    ? `at ${new Date(until).toLocaleString("en", { dateStyle: "medium", timeStyle: "short", hourCycle: "h23", timeZone: zone })} in ${zone}`
    : "once they allow it";
  return `Outside the sending times of this service. Sending continues ${when}.`;
}

function setWaves(at: Underway, waves: Wave[], { app, recipient }: WavePlace): void {
  Object.assign(at, { waves, nextApp: app, nextRecipient: recipient });
}
