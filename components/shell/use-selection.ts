"use client";

import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from "react";
import type { PaletteEntry } from "./palette-entry";

/** Keys that move the selection of the menu; with Control, those of its vi bindings too. */
const moving = new Set(["ArrowDown", "ArrowUp", "Home", "End"]);
const movingWithControl = new Set(["n", "j", "p", "k"]);

/** Which entry of the palette Enter takes. */
interface Selection {
  /** Of the menu. */
  ref: RefObject<HTMLDivElement | null>;
  /** For the menu: the id of the entry. */
  value: string;
  onValueChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Selects what the pointer is moved over. */
  point: (id: string) => void;
}

/**
 * The first entry is selected, whenever it comes, unless the person moved to another one since the
 * text was typed. Enter that is pressed before there is any waits for the first one that the server
 * finds.
 *
 * @param first the entry that is selected by itself; undefined for none
 * @param ids of all entries that can be moved to
 * @param pending whether the server is still searching
 */
export function useSelection(
  search: string,
  first: PaletteEntry | undefined,
  ids: readonly string[],
  pending: boolean,
): Selection {
  const [moved, setMoved] = useState<{ search: string; id: string }>();
  const byKey = useRef(false);
  const ref = useRef<HTMLDivElement>(null);
  const awaited = useRef<string>(undefined);
  const [refused, setRefused] = useState(0);
  const chosen = moved?.search === search && ids.includes(moved.id) ? moved.id : undefined;
  // No entry has this value. It is another one each time, since the menu selects its first entry by
  // itself, and reads this one again only when it changed.
  const value = chosen ?? first?.id ?? `none ${refused}`;
  const idText = ids.join("\n");
  const take = useEffectEvent(() => first?.onSelect());
  useEffect(() => {
    const isAwaited = awaited.current === search;
    if (isAwaited && pending) return;
    awaited.current = undefined;
    if (isAwaited) take();
  }, [search, pending]);
  // The menu does so itself with what was moved to, and not with what is selected by its property.
  useEffect(() => {
    const selected = ref.current?.querySelector(`[data-value="${CSS.escape(value)}"]`);
    selected?.scrollIntoView({ block: "nearest" });
    for (const element of ref.current?.querySelectorAll("[role=combobox], [role=listbox]") ?? [])
      if (selected) element.setAttribute("aria-activedescendant", selected.id);
      else element.removeAttribute("aria-activedescendant");
  }, [value, idText]);
  return {
    ref,
    value,
    point: (id) => setMoved({ search, id }),
    onKeyDown: (event) => {
      // Keys of a list of candidates, in Japanese or Chinese.
      if (event.nativeEvent.isComposing || event.keyCode === 229) return;
      byKey.current = moving.has(event.key) || (event.ctrlKey && movingWithControl.has(event.key));
      if (event.key === "Enter" && pending && chosen === undefined && first === undefined)
        awaited.current = search;
    },
    onValueChange: (next) => {
      if (byKey.current) setMoved({ search, id: next });
      else if (next !== value) setRefused(refused + 1);
      byKey.current = false;
    },
  };
}
