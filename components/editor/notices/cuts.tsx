"use client";

import { createContext, memo, use, useRef, useState } from "react";
import type { FaceId, Surface } from "@/components/preview/face";
import { Popover } from "@/components/ui/overlay/popover";
import {
  characters,
  cutWords,
  screensText,
  summaryOf,
  type CutPart,
  type ScreenCut,
} from "@/lib/findings/cuts";
import type { Platform } from "@/lib/interface/device-kinds";

interface Cuts {
  screens: readonly ScreenCut[];
  /** Shows a screen in the preview. */
  show: (face: FaceId, surface: Surface) => void;
}

const CutsContext = createContext<Cuts>({ screens: [], show: () => undefined });
/** Gives the fields inside what the screens show of their texts. */
export const CutsProvider = CutsContext.Provider;

/**
 * Says below a text where it is cut, with the screens behind it: each leads to its preview. Nothing
 * where it is whole. No key changes it, only what was measured.
 */
export const CutNote = memo(
  ScreensThatCut,
  (one, other) => one.part === other.part && one.platforms.join() === other.platforms.join(),
);

function ScreensThatCut({ part, platforms }: { part: CutPart; platforms: readonly Platform[] }) {
  const { screens, show } = use(CutsContext);
  const [open, setOpen] = useState(false);
  const chosen = useRef<ScreenCut>(undefined);
  const summary = summaryOf(screens, part, platforms);
  if (summary.cut.length === 0) return null;
  const total = characters(summary.cut[0]?.screen.texts[part] ?? "");
  return (
    <p className="text-ink-faint">
      {cutWords(summary)}{" "}
      <Popover
        open={open}
        onOpenChange={setOpen}
        label={`Screens that cut the ${part}`}
        align="start"
        onClosed={() => {
          const screen = chosen.current;
          chosen.current = undefined;
          // By now, so that a drawer gives the focus back to the button that is here, and not to a
          // line of the list that has gone.
          if (screen) queueMicrotask(() => show(screen.face as FaceId, screen.surface as Surface));
        }}
        trigger={
          <button
            type="button"
            aria-label={`Screens that cut the ${part}: ${screensText(summary)}`}
            className="rounded-sm font-medium text-ink-muted underline decoration-line-strong underline-offset-2 hover:text-ink"
          >
            {screensText(summary)}
          </button>
        }
      >
        <ul className="max-h-80 overflow-y-auto p-1">
          {summary.cut.map(({ screen, seen }) => (
            <li key={`${screen.face} ${screen.surface}`}>
              <button
                type="button"
                onClick={() => {
                  chosen.current = screen;
                  setOpen(false);
                }}
                className="flex min-h-8 w-full items-center justify-between gap-3 rounded-md px-2.5 py-1 text-left text-sm hover:bg-hover"
              >
                <span className="min-w-0 truncate">{screen.name}</span>
                <span className="shrink-0 text-xs text-ink-faint tabular-nums">
                  {seen} of {total}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Popover>
    </p>
  );
}
