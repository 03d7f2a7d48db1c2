"use client";

import { Search } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { useFilters } from "./use-filters";

const typingMs = 250;

interface FindFieldProps {
  /** What the list is narrowed to. */
  text: string | undefined;
  /** Called a moment after the last key. */
  onFind: (text: string) => void;
  /** What it finds by. */
  label?: string;
  /** The same, short enough for the field. */
  placeholder?: string;
}

/** Finds rows of a list by their name, or by what `label` says. */
export function FindField({
  text = "",
  onFind,
  label = "Find by name",
  placeholder = label,
}: FindFieldProps) {
  const [typed, setTyped] = useState(text);
  const [previous, setPrevious] = useState({ text, search: text });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (next: string) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setPrevious((now) => ({ ...now, search: next }));
    onFind(next);
  };
  if (text !== previous.text) {
    setPrevious({ ...previous, text });
    // Filters were cleared, or the browser went back: not what was typed here.
    if (text !== previous.search) setTyped(text);
  }
  return (
    <div className="relative w-56 max-sm:w-full">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-2 left-2.5 size-4 text-ink-faint"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        className="h-8 pl-8 text-sm"
        value={typed}
        onChange={(event) => {
          const next = event.target.value;
          setTyped(next);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => search(next), typingMs);
        }}
        // Before a click on a row does what it does: the list would come in place of its page.
        onBlur={() => {
          if (timer.current !== undefined) search(typed);
        }}
      />
    </div>
  );
}

/** The filters of a list that is narrowed by a text alone: by name, or by what `label` says. */
export function FindFilter({ text, label }: { text: string | undefined; label?: string }) {
  const { pending, filter } = useFilters();
  return (
    <FilterBar pending={pending}>
      <FindField
        text={text}
        onFind={(q) => filter({ q })}
        {...(label !== undefined && { label })}
      />
    </FilterBar>
  );
}

/** The filters of a list, side by side; faint while the list is on its way. */
export function FilterBar({ pending, children }: { pending: boolean; children: ReactNode }) {
  return (
    <div
      className={cn(
        "flex flex-wrap items-center gap-2 transition-opacity",
        pending && "opacity-60",
      )}
    >
      {children}
    </div>
  );
}
