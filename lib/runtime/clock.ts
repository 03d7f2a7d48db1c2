import { once } from "./once";

interface Clock {
  /** UTC minus `performance.now()`, in milliseconds; undefined until it is set. */
  ahead: number | undefined;
  /** The same, less the jumps that were followed. */
  steadyAhead: number;
  onJump: Set<(jump: number) => void>;
}
const clock = () =>
  once<Clock>("clock", () => ({ ahead: undefined, steadyAhead: 0, onJump: new Set() }));

/** Smaller ones are harmless, and may be the way of an answer. Milliseconds. */
const leastJumpMs = 1_000;

/**
 * The time by which is decided what has expired, when to try again and what tokens are signed with:
 * milliseconds UTC by the clock of the database, which all processes share. This process's own
 * clock may be wrong or jump without anything being sent early, late or not at all.
 *
 * For durations, such as that of a cache entry, `performance.now()` is the right clock: it never
 * jumps.
 */
export function now(): number {
  const { ahead } = clock();
  return ahead === undefined ? Date.now() : Math.floor(performance.now() + ahead);
}

/**
 * Milliseconds by a clock of which only differences say something: {@link now}, which goes on while
 * this machine sleeps, less the jumps along with which all that waits is moved ({@link
 * onClockJump}).
 */
export function steady(): number {
  const { ahead, steadyAhead } = clock();
  return ahead === undefined ? performance.now() : Math.floor(performance.now() + steadyAhead);
}

/**
 * Sets the clock by one that was read at `at` (`performance.now()`). Those that follow its jumps
 * are called on one.
 */
export function setClock(utc: number, at: number): void {
  const state = clock();
  const [before, ahead] = [state.ahead, utc - at];
  const jump = before === undefined ? 0 : ahead - before;
  const isFollowed = Math.abs(jump) >= leastJumpMs && state.onJump.size > 0;
  state.ahead = ahead;
  if (before === undefined) state.steadyAhead = ahead;
  else if (!isFollowed) state.steadyAhead += jump;
  if (isFollowed) for (const callback of state.onJump) callback(jump);
}

/**
 * Calls back, with milliseconds (below 0: back), when the clock of the database jumps, until the
 * returned function is called.
 */
export function onClockJump(callback: (jump: number) => void): () => void {
  clock().onJump.add(callback);
  return () => void clock().onJump.delete(callback);
}

/** Back to this process's own clock. */
export function forgetClock(): void {
  clock().ahead = undefined;
}
