"use client";

import { createContext, use, useRef, useState, type ReactNode } from "react";
import { noneSelected, pressed, type SelectedRows } from "./selected";

/** A row that can be selected. */
export interface SelectableRow {
  id: string;
  name: string;
}

interface SelectionState {
  rows: readonly SelectableRow[];
  /** In the order of the rows. */
  selected: readonly SelectableRow[];
  press: (id: string, range: boolean) => void;
  /** Selects these and nothing else. */
  choose: (ids: readonly string[]) => void;
  /** Puts the focus where it is not lost when what had it goes. */
  focusList: () => void;
}

const SelectionContext = createContext<SelectionState | undefined>(undefined);

/** What is selected of the list around. Throws outside a `Selection`. */
export function useSelection(): SelectionState {
  const state = use(SelectionContext);
  if (!state) throw new Error("There is no Selection around this.");
  return state;
}

/**
 * Holds what is selected of the rows of a page. A row that leaves the page is selected no longer.
 */
export function Selection({
  rows,
  children,
}: {
  rows: readonly SelectableRow[];
  children: ReactNode;
}) {
  const [state, setState] = useState<SelectedRows>(noneSelected);
  const box = useRef<HTMLDivElement>(null);
  const value: SelectionState = {
    rows,
    selected: rows.filter(({ id }) => state.ids.has(id)),
    press: (id, range) =>
      setState((now) =>
        pressed(
          now,
          rows.map((row) => row.id),
          id,
          range,
        ),
      ),
    choose: (ids) => setState({ ids: new Set(ids), anchor: undefined }),
    focusList: () => box.current?.focus(),
  };
  return (
    <SelectionContext value={value}>
      <div ref={box} tabIndex={-1} className="outline-none">
        {children}
      </div>
    </SelectionContext>
  );
}
