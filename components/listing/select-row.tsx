"use client";

import type { KeyboardEvent } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { useSelection } from "./selection";

/**
 * Selects a row. With Shift, all from the one that was pressed before; arrow keys go up and down,
 * and with Shift select on the way; Escape lets all go.
 */
export function SelectRow({ id, name }: { id: string; name: string }) {
  const { rows, selected, press, choose } = useSelection();
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key === "Escape") choose([]);
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const to = rows.findIndex((row) => row.id === id) + step;
    const row = rows[to];
    if (step === 0 || !row) return;
    event.preventDefault();
    const boxes = event.currentTarget
      .closest("tbody")
      ?.querySelectorAll<HTMLElement>("[role=checkbox]");
    boxes?.[to]?.focus();
    if (!event.shiftKey) return;
    const isSelected = (one: string) => selected.some((each) => each.id === one);
    if (!isSelected(id)) press(id, false);
    if (!isSelected(row.id)) press(row.id, false);
  };
  return (
    // Above the link of the row.
    <span className="relative z-1 block w-6">
      <Checkbox
        // Read out alone, and as one: the name stands in the row already.
        label={<span translate="no">Select {name}</span>}
        labelHidden
        checked={selected.some((row) => row.id === id)}
        onPress={(event) => press(id, event.shiftKey)}
        onKeyDown={move}
      />
    </span>
  );
}

/** Selects all rows of the page, or none. */
export function SelectPage() {
  const { rows, selected, choose } = useSelection();
  const all = selected.length === rows.length;
  return (
    <Checkbox
      label={`Select all ${rows.length} on this page`}
      labelHidden
      checked={all ? true : selected.length > 0 ? "indeterminate" : false}
      onCheckedChange={() => choose(all ? [] : rows.map(({ id }) => id))}
    />
  );
}
