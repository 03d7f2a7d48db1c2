"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useRef, useTransition } from "react";

/**
 * Narrows the list of the page by its address, so that a filtered list can be bookmarked and
 * shared. Other parameters stay; the list returns to its first page.
 *
 * @returns `pending` while the list is on its way
 */
export function useFilters(): {
  pending: boolean;
  filter: (change: Record<string, string | undefined>) => void;
} {
  const router = useRouter();
  const path = usePathname();
  const [pending, start] = useTransition();
  /**
   * What the address will say, until it does: who changes a second filter before the first one has
   * come must not lose it.
   */
  const pendingQuery = useRef<string>(undefined);
  useEffect(() => {
    if (!pending) pendingQuery.current = undefined;
  }, [pending]);
  const filter = (change: Record<string, string | undefined>) => {
    // Read when it is needed: what is typed comes a moment later than other filters.
    const query = new URLSearchParams(pendingQuery.current ?? location.search);
    for (const name of ["after", "before", ...Object.keys(change)]) query.delete(name);
    for (const [name, value] of Object.entries(change))
      if (value !== undefined && value !== "") query.set(name, value);
    pendingQuery.current = query.toString();
    start(() => router.replace(query.size === 0 ? path : `${path}?${query.toString()}`));
  };
  return { pending, filter };
}
