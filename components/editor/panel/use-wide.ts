"use client";

import { useState } from "react";

const kept = "clarion.preview-wide";

/** Whether the panel takes most of the window, and the way to change it; kept in this browser, where it keeps anything. */
export function useWide(): [wide: boolean, setWide: (wide: boolean) => void] {
  const [wide, setWide] = useState(keptWide);
  const change = (next: boolean) => {
    setWide(next);
    keepWide(next);
  };
  return [wide, change];
}

function keptWide(): boolean {
  try {
    return localStorage.getItem(kept) === "yes";
  } catch {
    return false;
  }
}

function keepWide(wide: boolean): void {
  try {
    if (wide) localStorage.setItem(kept, "yes");
    else localStorage.removeItem(kept);
  } catch {
    // Without storage it is as it was at first, each time.
  }
}
