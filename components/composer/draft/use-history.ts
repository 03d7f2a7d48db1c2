"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { bodyOf } from "@/lib/compose/assemble";
import type { Composition } from "@/lib/compose/composition";
import { historyOf, recorded, redone, undone, type History } from "@/lib/compose/history";

export type Version = Pick<Composition, "request" | "shared" | "reach">;

/** What was typed in one go is one version. */
const settleMs = 500;

// Fields that say nothing are no change.
const same = (one: Version, other: Version) =>
  bodyOf(one.request) === bodyOf(other.request) && JSON.stringify([one.shared, one.reach]) === JSON.stringify([other.shared, other.reach]);

/**
 * Undo and redo over the whole message. Each pause in the writing is a version.
 *
 * @param restore puts a version into the form
 */
export function useHistory(initial: Version, restore: (version: Version) => void) {
  const history = useRef<History<Version>>(historyOf(initial));
  const latest = useRef<Version>(initial);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [can, setCan] = useState({ undo: false, redo: false });
  useEffect(() => () => clearTimeout(timer.current), []);

  const put = useCallback((next: History<Version>) => {
    history.current = next;
    setCan({ undo: next.past.length > 0, redo: next.future.length > 0 });
  }, []);
  const settle = useCallback(() => {
    clearTimeout(timer.current);
    put(recorded(history.current, latest.current, same));
  }, [put]);
  const note = useCallback(
    (version: Version) => {
      latest.current = version;
      clearTimeout(timer.current);
      timer.current = setTimeout(settle, settleMs);
    },
    [settle],
  );
  const step = useCallback(
    (move: (from: History<Version>) => History<Version>) => {
      settle();
      const next = move(history.current);
      if (next === history.current) return;
      latest.current = next.present;
      put(next);
      restore(next.present);
    },
    [put, restore, settle],
  );
  /** Puts a version in the place of the present one, as one step by itself: what was typed a moment ago is another. */
  const change = useCallback(
    (present: Version, next: Version) => {
      for (const version of [present, next]) {
        latest.current = version;
        settle();
      }
      restore(next);
    },
    [restore, settle],
  );
  const undo = useCallback(() => step(undone), [step]);
  const redo = useCallback(() => step(redone), [step]);
  return { can, note, change, undo, redo };
}
