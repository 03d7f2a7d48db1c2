"use client";

import { Select } from "@/components/ui/select";
import { useExamined } from "../examined/examined";
import { useReach } from "../reach/reach-state";

/**
 * Whose values are drawn, when each recipient has values of its own: the one with the largest
 * payload, unless another is chosen.
 */
export function DrawnFor() {
  const { candidates, drawnFor } = useExamined();
  const { drawFor } = useReach();
  if (drawnFor === undefined) return null;
  return (
    <div className="mt-2 flex items-center gap-2 text-xs text-ink-muted">
      <span id="drawn-for" className="shrink-0">
        With the values of
      </span>
      <Select
        aria-labelledby="drawn-for"
        size="sm"
        value={drawnFor}
        onValueChange={drawFor}
        options={candidates.map(({ who }) => ({ value: who, label: who }))}
      />
    </div>
  );
}
