/**
 * Longer than the pause between two keys of a fast typist, too short to be noticed. Milliseconds.
 */
const restMs = 80;
/** Waits no longer than that for a rest. Milliseconds. */
const longestMs = 5_000;

/** What is asked for over and over, and done once things rest. */
export interface AtRest {
  ask: () => void;
  /** Forgets a run that is still to come. */
  stop: () => void;
}

/**
 * Runs what follows the keys without being part of the picture: once, when it has not been asked
 * for during 80 ms, and five seconds after it was asked for first at the latest. Between two keys
 * it would hold up the picture of the second one.
 */
export function atRest(run: () => void): AtRest {
  let since: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    ask: () => {
      clearTimeout(timer);
      since ??= performance.now();
      const left = since + longestMs - performance.now();
      timer = setTimeout(
        () => {
          since = undefined;
          run();
        },
        Math.min(restMs, Math.max(left, 0)),
      );
    },
    stop: () => {
      clearTimeout(timer);
      since = undefined;
    },
  };
}
