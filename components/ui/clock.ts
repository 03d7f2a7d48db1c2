"use client";

import { createContext, useSyncExternalStore } from "react";

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
