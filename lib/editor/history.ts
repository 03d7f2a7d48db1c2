/** Versions of something that is edited, oldest first. */
export interface History<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
}

/** Versions in a history at most. */
const most = 100;

/** A history that begins now. */
export function historyOf<T>(present: T): History<T> {
  return { past: [], present, future: [] };
}

/**
 * With a new version: what was undone before it can no longer be brought back. The same version
 * again changes nothing.
 */
export function recorded<T>(
  history: History<T>,
  next: T,
  same: (one: T, other: T) => boolean,
): History<T> {
  if (same(history.present, next)) return history;
  return { past: [...history.past, history.present].slice(-most), present: next, future: [] };
}

/** One version back; the same history when there is none. */
export function undone<T>(history: History<T>): History<T> {
  const previous = history.past.at(-1);
  if (previous === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: previous,
    future: [history.present, ...history.future],
  };
}

/** One version forward again; the same history when there is none. */
export function redone<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future };
}
