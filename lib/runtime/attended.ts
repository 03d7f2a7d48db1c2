import { once } from "./once";

/** So long after one request of a person or a program the next one is likely. Milliseconds. */
const lingerMs = 2_000;

const last = () => once("attended", () => ({ at: -Infinity }));

/** Notes that a person or a program waits for an answer of this process. */
export function attend(): void {
  last().at = performance.now();
}

/** Whether people or programs wait for answers of this process, or did a moment ago. */
export function isAttended(): boolean {
  return performance.now() - last().at < lingerMs;
}

/**
 * The number of rows that bulk work takes in hand at once: all that are worth a statement, or a
 * sixth of them while others wait for answers, since each turn of the event loop is as long as what
 * is in hand (decision 23).
 */
export function rowsAtOnce(most: number): number {
  return isAttended() ? Math.ceil(most / 6) : most;
}
