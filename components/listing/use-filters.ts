"use client";

import { usePathname, useRouter } from "next/navigation";
import { useTransition } from "react";

/**
 * Narrows the list of the page by its address, so that a filtered list can be kept and shared. What is not named stays as it is; the list begins anew.
 *
 * @returns `pending` while the list is on its way
 */
export function useFilters(): { pending: boolean; filter: (change: Record<string, string | undefined>) => void } {
  const router = useRouter();
  const path = usePathname();
  const [pending, start] = useTransition();
  const filter = (change: Record<string, string | undefined>) => {
    // Read when it is needed: what is typed comes a moment later than other filters.
    const query = new URLSearchParams(location.search);
    for (const name of ["after", "before", ...Object.keys(change)]) query.delete(name);
    for (const [name, value] of Object.entries(change)) if (value !== undefined && value !== "") query.set(name, value);
    start(() => router.replace(query.size === 0 ? path : `${path}?${query.toString()}`));
  };
  return { pending, filter };
}
