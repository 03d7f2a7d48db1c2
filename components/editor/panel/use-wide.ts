"use client";

import { useState } from "react";
import { tryTo } from "../try-to";

const kept = "clarion.preview-wide";

/**
 * Whether the panel takes most of the window, and the way to change it; kept in this browser, where
 * it keeps anything.
 */
export function useWide(): [wide: boolean, setWide: (wide: boolean) => void] {
  const [wide, setWide] = useState(keptWide);
  const change = (next: boolean) => {
    setWide(next);
    tryTo(() => (next ? localStorage.setItem(kept, "yes") : localStorage.removeItem(kept)));
  };
  return [wide, change];
}

/** Without storage it is as it was at first, each time. */
const keptWide = () => tryTo(() => localStorage.getItem(kept)) === "yes";
