"use client";

import { startTransition, useEffect, useRef, useState } from "react";
import { atRest, type AtRest } from "@/components/ui/browser/at-rest";

/** Waits no longer for the page to have nothing else to do (milliseconds). */
const longest = 200;

/**
 * A value a moment late: it follows once typing rests. `useDeferredValue` would begin to follow
 * before the picture of the newest value is painted, and hold that up.
 */
export function useBehind<T>(value: T): T {
  const [behind, setBehind] = useState(value);
  const latest = useRef(value);
  const rest = useRef<AtRest>(undefined);
  useEffect(() => {
    const own = atRest(() => startTransition(() => setBehind(latest.current)));
    rest.current = own;
    return () => own.stop();
  }, []);
  useEffect(() => {
    if (latest.current === value) return;
    latest.current = value;
    rest.current?.ask();
  }, [value]);
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
