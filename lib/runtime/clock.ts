import { once } from "./once";

interface Clock {
  /** UTC minus `performance.now()`, in milliseconds; undefined until it is set. */
  ahead: number | undefined;
}
const clock = () => once<Clock>("clock", () => ({ ahead: undefined }));

/**
 * The time by which is decided what has expired, when to try again and what tokens are signed with: milliseconds UTC by the clock of the
 * database, which all processes share. This process's own clock may be wrong or jump without anything being sent early, late or not at all. It
 * is that clock on the embedded database alone, whose `now()` it is too.
 *
 * For how long something takes or is kept, `performance.now()` is the right clock: it never jumps.
 */
export function now(): number {
  const { ahead } = clock();
  return ahead === undefined ? Date.now() : Math.floor(performance.now() + ahead);
}

/**
 * Milliseconds by a clock of which only differences say something: on a server {@link now}, which goes on while this machine sleeps; without one a clock that cannot jump,
 * since the database would jump with the other one.
 */
export function steady(): number {
  return clock().ahead === undefined ? performance.now() : now();
}

/** Sets the clock by one that was read at `at` (`performance.now()`). */
export function setClock(utc: number, at: number): void {
  clock().ahead = utc - at;
}

/** Back to this process's own clock. */
export function forgetClock(): void {
  clock().ahead = undefined;
}
