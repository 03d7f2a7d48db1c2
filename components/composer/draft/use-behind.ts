"use client";

import { startTransition, useEffect, useRef, useState } from "react";

/** Waits no longer for the page to have nothing else to do (milliseconds). */
const longest = 200;

/**
 * A value a moment late: it follows once the page has painted and rests. `useDeferredValue` would begin to follow before the picture of the newest
 * value is painted, and hold that up.
 */
export function useBehind<T>(value: T): T {
  const [behind, setBehind] = useState(value);
  const latest = useRef(value);
  const cancel = useRef<() => void>(undefined);
  useEffect(() => {
    latest.current = value;
    // Not ordered anew at each key: it would never come while somebody types fast.
    cancel.current ??= whenIdle(() => {
      cancel.current = undefined;
      startTransition(() => setBehind(latest.current));
    });
  }, [value]);
  useEffect(
    () => () => {
      cancel.current?.();
      cancel.current = undefined;
    },
    [],
  );
  return behind;
}

/** Calls once the page rests, or a moment later at the latest; returns what takes that back. */
export function whenIdle(what: () => void): () => void {
  // Safari has no word for it.
  if (typeof window.requestIdleCallback !== "function") {
    const timer = setTimeout(what, longest / 4);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(what, { timeout: longest });
  return () => window.cancelIdleCallback(handle);
}
