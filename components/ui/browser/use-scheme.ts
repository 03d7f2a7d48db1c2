"use client";

import { useTheme } from "next-themes";
import { useSyncExternalStore } from "react";

const never = () => () => undefined;
const yes = () => true;
const no = () => false;

/**
 * Light or dark, as the console is. Light at first in what the server drew, since it does not know:
 * what differs from that while React takes a page over would stay as it was drawn.
 */
export function useScheme(): "light" | "dark" {
  const isOurs = useSyncExternalStore(never, yes, no);
  const { resolvedTheme } = useTheme();
  return isOurs && resolvedTheme === "dark" ? "dark" : "light";
}
