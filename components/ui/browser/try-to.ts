/**
 * Returns what an action returns; undefined where it throws, as storage that the browser forbids
 * does, and text that is no JSON.
 */
export function tryTo<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
