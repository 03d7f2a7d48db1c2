"use client";

import { useCallback, useEffect, useRef, useState } from "react";

/** Seconds in which what was ordered can be taken back. */
export const holdSeconds = 10;

/** Holds something back for ten seconds: it happens after them, at once, or never. Leaving the page means never. */
export function useHold() {
  const [left, setLeft] = useState<number>();
  const due = useRef<(() => void) | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);

  const stop = useCallback(() => {
    clearInterval(timer.current);
    const what = due.current;
    due.current = undefined;
    setLeft(undefined);
    return what;
  }, []);
  const start = useCallback(
    (what: () => void) => {
      // A second order while one is held is the second half of a double click.
      if (due.current) return;
      due.current = what;
      const until = performance.now() + holdSeconds * 1_000;
      setLeft(holdSeconds);
      timer.current = setInterval(() => {
        const rest = Math.ceil((until - performance.now()) / 1_000);
        if (rest > 0) setLeft(rest);
        else stop()?.();
      }, 200);
    },
    [stop],
  );
  const goAhead = useCallback(() => stop()?.(), [stop]);
  const cancel = useCallback(() => void stop(), [stop]);

  const holding = left !== undefined;
  useEffect(() => {
    if (!holding) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [holding]);
  useEffect(() => () => clearInterval(timer.current), []);
  return { left, start, goAhead, cancel };
}
