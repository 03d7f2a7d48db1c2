import { sentBefore, waveAt, type Wave, type WavePlace } from "./waves";

/** How far a wave is; the last two are of orders that ended before all of it was sent. */
export type WaveState = "waiting" | "sending" | "sent" | "partly sent" | "left out";

/** How far an order is. */
interface OrderProgress {
  /** It was sent, has failed or was stopped: nothing of it is sent any more. */
  isOver: boolean;
  /** All of its requests were answered. */
  isComplete: boolean;
  /** Of its next request; null where none was sent. */
  place: WavePlace | null;
}

/** Returns the state of each wave of an order, in the order of the waves. */
export function waveStates(
  waves: readonly Wave[],
  { isOver, isComplete, place }: OrderProgress,
): WaveState[] {
  const at = place === null ? 0 : waveAt(waves, place.recipient);
  return waves.map((wave, index) => {
    if (isComplete || index < at) return "sent";
    // One behind the place may have begun before its window shut.
    const reached = index === at ? place : (wave.rest ?? null);
    const isBegun = reached !== null && sentBefore(wave, reached) > 0;
    if (isOver) return isBegun ? "partly sent" : "left out";
    return isBegun && index === at ? "sending" : "waiting";
  });
}
