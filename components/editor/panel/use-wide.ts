"use client";

import { useState } from "react";
import { tryTo } from "@/components/ui/browser/try-to";

const storageKey = "clarion.preview-wide";

/**
 * Returns whether the panel takes most of the window, and a function to change it. Stored in this
 * browser, where it allows storage.
 */
export function useWide(): [wide: boolean, setWide: (wide: boolean) => void] {
  const [wide, setWide] = useState(keptWide);
  const change = (next: boolean) => {
    setWide(next);
    tryTo(() =>
      next ? localStorage.setItem(storageKey, "yes") : localStorage.removeItem(storageKey),
    );
  };
  return [wide, change];
}

/** Without storage it is as it was at first, each time. */
const keptWide = () => tryTo(() => localStorage.getItem(storageKey)) === "yes";
