"use client";

import { useEffect, useState, type CSSProperties, type ReactNode, type RefObject } from "react";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Dialog } from "@/components/ui/overlay/dialog";
import type { Side } from "./use-side";

const name = "Preview and checks";

interface PanelPlaceProps {
  side: Side;
  /** The bar at the bottom of the window; the panel ends above it. */
  bar: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/**
 * Places the panel. With room for it, next to the form and the title of the page: as high as the
 * window down to the bar, also when scrolled. Without, in a drawer over the form.
 */
export function PanelPlace({ side, bar, children }: PanelPlaceProps) {
  const { isDocked, wide, setWide, isOpen, close } = side;
  const foot = useHeight(bar);
  const isWide = isDocked && wide;
  useEffect(() => {
    if (!isWide) return undefined;
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing || event.repeat) return;
      // Other uses of the key come first: a menu, a question, a message that can still be undone.
      setTimeout(() => {
        if (!event.defaultPrevented) setWide(false);
      });
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [isWide, setWide]);
  if (!isDocked)
    return (
      <Dialog place="side" open={isOpen} onOpenChange={close} title={name}>
        <div className="min-h-0 flex-1 px-4 pt-1.5">{children}</div>
      </Dialog>
    );
  return (
    // Positioned in the page, whose height it has; what sticks in it is the panel.
    <div
      className={cn(
        "absolute inset-y-0 right-8 max-xl:hidden",
        isWide
          ? "left-[25.5rem] min-[120rem]:left-[29.5rem]"
          : "w-116 min-[120rem]:w-160 min-[140rem]:w-240",
      )}
    >
      <Card
        aria-label={name}
        style={{ "--foot": `${foot}px` } as CSSProperties}
        className="sticky top-5 h-[calc(100dvh-2rem-var(--foot))] min-h-80 px-4 pt-1.5"
      >
        {children}
      </Card>
    </div>
  );
}

/** Of the bar in a wide window (px). */
const usualHeight = 58;

/** How high an element is (px), which wraps in a narrow window and grows by what it says. */
function useHeight(ref: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(usualHeight);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return height;
}
