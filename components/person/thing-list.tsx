import type { Counts } from "@/lib/inputs/person";
import { thingLines } from "./thing-text";

/** What a removal changes or changed. */
export function ThingList({ counts, most }: { counts: Counts; most?: number }) {
  return (
    <ul className="divide-y divide-line text-sm">
      {thingLines(counts, most).map(({ thing, what, fate }) => (
        <li key={thing} className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-2">
          <span className="font-medium tabular-nums">{what}</span>
          <span className="text-ink-muted">{fate}</span>
        </li>
      ))}
    </ul>
  );
}
