"use client";

import { useLayoutEffect, useRef, type CSSProperties } from "react";
import { measureSoon, watchCut } from "./cut-measures";
import type { CutPart, ReportCut } from "./faces/face-props";
import { useUnfinished } from "./unfinished";

interface CutProps {
  text: string;
  part: CutPart;
  /** Lines the system gives to this part; absent: as many as it takes. */
  lines?: number | undefined;
  className?: string;
  onCut?: ReportCut | undefined;
}

/**
 * Text that ends where the device would end it, in its own direction. Reports how much is out of
 * sight.
 */
export function Cut({ text, part, lines, className, onCut }: CutProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !onCut) return undefined;
    return watchCut(element, (characters) => onCut(part, characters));
  }, [part, onCut]);
  useLayoutEffect(() => {
    if (ref.current && onCut) measureSoon(ref.current);
  }, [text, lines, onCut]);
  const isUnfinished = useUnfinished().text && part === "text";
  const clamp = lines === undefined ? undefined : ({ "--lines": lines } as CSSProperties);
  return (
    <div
      ref={ref}
      dir="auto"
      className={["df-cut", lines !== undefined && "df-clamped", className]
        .filter(Boolean)
        .join(" ")}
      style={clamp}
      data-unfinished={isUnfinished || undefined}
    >
      {text}
    </div>
  );
}
