"use client";

import { useNow } from "@/components/ui/browser/clock";
import { RelativeTime } from "@/components/ui/relative-time";

const weekMs = 7 * 86_400_000;

/**
 * In how many hours or days a moment comes. Nothing for one that is further away: that would be its
 * date once more. `at` ISO 8601 UTC.
 */
export function Soon({ at, className }: { at: string; className: string }) {
  const now = useNow();
  if (now === undefined || Date.parse(at) - now >= weekMs) return null;
  return <RelativeTime at={at} className={className} />;
}
