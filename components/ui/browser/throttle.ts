export interface Throttle {
  /**
   * Asks for a run: at once if the last one is long enough ago, else as soon as it is. Many asks in
   * between are one run.
   */
  ask: () => void;
  /** Forgets a run that is still to come. */
  stop: () => void;
}

/**
 * Runs something at most once in a while, the last request always included.
 *
 * @param everyMs least time between the starts of two runs, ms
 */
export function throttle(run: () => void, everyMs: number, now: () => number = Date.now): Throttle {
  let last = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    timer = undefined;
    last = now();
    run();
  };
  return {
    ask: () => {
      if (timer !== undefined) return;
      const wait = last + everyMs - now();
      if (wait <= 0) start();
      else timer = setTimeout(start, wait);
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
