"use client";

import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { PageBar } from "@/components/ui/page-bar";
import { useSelection } from "./selection";

/** While something is selected: how much, and what can be done to all of it. */
export function SelectionBar({ children }: { children: ReactNode }) {
  const { selected, choose, focusList } = useSelection();
  const text = selected.length === 0 ? "" : `${selected.length.toLocaleString("en")} selected`;
  return (
    <>
      <output className="sr-only">{text}</output>
      {selected.length > 0 && (
        <PageBar className="pointer-events-none fixed inset-x-0 bottom-18 z-40 flex justify-center px-4 pb-[env(safe-area-inset-bottom)] md:bottom-5 md:left-60">
          <div
            role="toolbar"
            aria-label="Selection"
            className="pointer-events-auto flex animate-appear items-center gap-2 rounded-xl border border-line bg-raised py-2 pr-2 pl-4 shadow-high"
          >
            <span aria-hidden className="mr-2 text-sm font-medium tabular-nums">
              {text}
            </span>
            {children}
            <IconButton
              icon={X}
              label="Clear selection"
              size="sm"
              onClick={() => {
                choose([]);
                focusList();
              }}
            />
          </div>
        </PageBar>
      )}
    </>
  );
}
