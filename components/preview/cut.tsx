"use client";

import { useLayoutEffect, useRef, type CSSProperties } from "react";
import { hiddenFrom } from "./hidden-from";
import type { CutPart, ReportCut } from "./face";

interface CutProps {
  children: string;
  part: CutPart;
  /** Lines the system gives to this part; absent: as many as it takes. */
  lines?: number | undefined;
  className?: string;
  onCut?: ReportCut | undefined;
}

/** Text that ends where the device would end it, in its own direction. Reports how much is out of sight. */
export function Cut({ children, part, lines, className, onCut }: CutProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !onCut) return undefined;
    const measure = () => onCut(part, hiddenCharacters(element));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [children, lines, part, onCut]);
  const clamp = lines === undefined ? undefined : ({ "--lines": lines } as CSSProperties);
  return (
    <div
      ref={ref}
      dir="auto"
      className={["df-cut", lines !== undefined && "df-clamped", className].filter(Boolean).join(" ")}
      style={clamp}
    >
      {children}
    </div>
  );
}

/** Characters below the lower edge of a clamped element; the ellipsis itself covers a few more. */
function hiddenCharacters(element: HTMLElement): number {
  const node = element.firstChild;
  if (!(node instanceof Text) || element.scrollHeight <= element.clientHeight + 1) return 0;
  const edge = element.getBoundingClientRect().bottom - 1;
  const range = document.createRange();
  const isHidden = (at: number) => {
    range.setStart(node, at);
    range.setEnd(node, Math.min(at + 1, node.length));
    return range.getBoundingClientRect().top >= edge;
  };
  return Array.from(node.data.slice(hiddenFrom(node.length, isHidden))).length;
}
