/** How long to go on, and the callback for each failure but the last. */
export interface Persistence {
  /** Milliseconds after which the last error is thrown. */
  forMs: number;
  onFailure: (error: unknown) => void;
  /** Whether an error may pass; by default each may. */
  mayPass?: (error: unknown) => boolean;
}

const firstPauseMs = 100;
const longestPauseMs = 2_000;

/**
 * Runs something until it succeeds, with growing pauses. For what must not be given up because the
 * database is away for a moment: what a provider has answered would otherwise be asked for again.
 * `run` must bear being repeated after it succeeded unseen.
 */
export async function persist<T>(
  run: () => Promise<T>,
  { forMs, onFailure, mayPass = () => true }: Persistence,
): Promise<T> {
  const until = performance.now() + forMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await run();
    } catch (error) {
      if (!mayPass(error) || performance.now() + pauseMs > until) throw error;
      onFailure(error);
    }
    const wait = pauseMs;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
