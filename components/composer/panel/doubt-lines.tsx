"use client";

import { TriangleAlert } from "lucide-react";
import type { Doubt } from "@/lib/compose/doubt";
import { placeOf } from "@/lib/compose/place";

/** Items of the list of checks: what is taken as it stands, and will not look as somebody wants it. Each leads to its field. */
export function DoubtLines({ doubts, onJump }: { doubts: readonly Doubt[]; onJump: (pointer: string) => void }) {
  return doubts.map(({ pointer, headline, text }) => (
    <li key={`${pointer} ${headline}`}>
      <button
        type="button"
        onClick={() => onJump(pointer)}
        className="flex w-full items-start gap-2.5 rounded-md px-2 py-2 text-left hover:bg-hover"
      >
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-amber-solid" />
        <span className="min-w-0 text-sm">
          <span className="sr-only">Warning: </span>
          <span className="foreign font-medium">{headline}</span>
          <span className="foreign block text-ink-muted">{text}</span>
          <span className="block text-xs text-ink-faint">{placeOf(pointer).label}</span>
        </span>
      </button>
    </li>
  ));
}
