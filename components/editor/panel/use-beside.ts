"use client";

import { useSyncExternalStore } from "react";

/** As the layout has it from its breakpoint `xl` on. */
const wideEnough = "(min-width: 80rem)";

const atServer = () => true;

function watch(changed: () => void): () => void {
  const query = window.matchMedia(wideEnough);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/**
 * Whether the panel has room next to the form. The server draws it; a narrow window hides what
 * stands there.
 */
export function useBeside(): boolean {
  return useSyncExternalStore(watch, () => window.matchMedia(wideEnough).matches, atServer);
}
