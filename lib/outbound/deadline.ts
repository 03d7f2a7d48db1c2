/** A timer that is later than this was stopped, with its process (milliseconds). */
const lateMs = 250;
/** What came meanwhile is read within this time (milliseconds). */
const readMs = 250;

/**
 * Calls `expire` after so many milliseconds. After a stop of the process, or of its machine, timers
 * run before the answers are read that came meanwhile: then these get a moment, so that what was
 * answered is not sent again.
 *
 * @returns ends it
 */
export function startDeadline(ms: number, expire: () => void): () => void {
  const dueAt = performance.now() + ms;
  let timer = setTimeout(() => {
    if (performance.now() - dueAt < lateMs) return expire();
    timer = setTimeout(expire, readMs);
  }, ms);
  return () => clearTimeout(timer);
}

/**
 * An answer, or the signal's reason as soon as it is aborted. undici hears the signal only once it
 * is connected; what it connects after that, it does not send.
 */
export async function unlessAborted<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  let end: () => void = () => undefined;
  const over = new Promise<never>((_, reject) => {
    end = () => reject(signal.reason as Error);
    signal.addEventListener("abort", end, { once: true });
  });
  try {
    return await Promise.race([answer, over]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}
