"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { bodyOf } from "@/lib/compose/assemble";
import type { Composition } from "@/lib/compose/composition";
import { historyOf, recorded, redone, undone, type History } from "@/lib/compose/history";

export type Version = Pick<Composition, "request" | "shared" | "reach">;

/** What was typed in one go, in one field, is one version. */
const settleMs = 500;

// Fields that say nothing are no change.
const same = <V extends Version>({ request: one, ...mine }: V, { request: other, ...theirs }: V) =>
  bodyOf(one) === bodyOf(other) && JSON.stringify(mine) === JSON.stringify(theirs);

/**
 * Undo and redo over the whole message. Each pause in the writing is a version, and each way to another field.
 *
 * @param restore puts a version into the form, with all that belongs to it
 */
export function useHistory<V extends Version>(initial: V, restore: (version: V) => void) {
  const history = useRef<History<V>>(historyOf(initial));
  const latest = useRef<V>(initial);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [can, setCan] = useState({ undo: false, redo: false });
  useEffect(() => () => clearTimeout(timer.current), []);

  const put = useCallback((next: History<V>) => {
    history.current = next;
    setCan({ undo: next.past.length > 0, redo: next.future.length > 0 });
  }, []);
  const settle = useCallback(() => {
    clearTimeout(timer.current);
    put(recorded(history.current, latest.current, same));
  }, [put]);
  useEffect(() => {
    // The buttons follow with the pause: what they say must not move the page under a press that takes the focus.
    const part = () => {
      history.current = recorded(history.current, latest.current, same);
    };
    document.addEventListener("focusin", part);
    return () => document.removeEventListener("focusin", part);
  }, []);
  const note = useCallback(
    (version: V) => {
      latest.current = version;
      clearTimeout(timer.current);
      timer.current = setTimeout(settle, settleMs);
    },
    [settle],
  );
  const step = useCallback(
    (move: (from: History<V>) => History<V>) => {
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
    (present: V, next: V) => {
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
