"use client";

import { createContext, useEffect, useState, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = 0;

/** One timer for every relative time on the page, running only while there is one. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 10_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** When the server drew this page, ms UTC: for what is drawn before {@link useNow} knows better. */
export const RenderedAt = createContext(0);

/**
 * The present in ms UTC, fresh every ten seconds; undefined on the server, whose clock and zone are
 * not the reader's.
 */
export function useNow(): number | undefined {
  return useSyncExternalStore(
    subscribe,
    () => (now === 0 ? (now = Date.now()) : now),
    () => undefined,
  );
}

const tickMs = 200;

/**
 * The seconds until a point of time, rounded up; 0 afterwards.
 *
 * @param until milliseconds on the clock of `performance.now()`
 */
export function useSecondsLeft(until: number): number {
  const [left, setLeft] = useState(() => secondsTo(until));
  useEffect(() => {
    const timer = setInterval(() => {
      setLeft(secondsTo(until));
      if (performance.now() >= until) clearInterval(timer);
    }, tickMs);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}

function secondsTo(until: number): number {
  return Math.max(0, Math.ceil((until - performance.now()) / 1_000));
}
