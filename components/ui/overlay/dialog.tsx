"use client";

import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { useEffect, useRef, type ReactNode, type RefObject } from "react";
import { buttonClass } from "../button";
import { cn } from "../cn";
import { sentence } from "../sentence";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** What will happen, in a sentence; it is read out with the title. */
  description?: ReactNode;
  /** Buttons, the one that goes ahead last. */
  footer?: ReactNode;
  size?: "sm" | "md" | "lg";
  /**
   * `side`: a drawer as high as the window, on a phone from below; its title is only read out, and
   * its children, who have all of it, scroll by themselves. `middle` if left out.
   */
  place?: "middle" | "side";
  /** Gets the focus at first when it can be pressed; otherwise the first thing to fill in does. */
  initialFocus?: RefObject<HTMLButtonElement | null>;
  children?: ReactNode;
}

/**
 * A click outside that comes so soon after opening (milliseconds) is the second half of the double
 * click that opened it.
 */
const settleMs = 500;

const widths = { sm: "max-w-sm", md: "max-w-lg", lg: "max-w-3xl" };
const places = {
  middle:
    "top-1/2 left-1/2 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 animate-appear rounded-xl bg-raised",
  side: "inset-x-0 bottom-0 h-[88dvh] animate-slide rounded-t-xl bg-surface [--slide-from:0_100%] sm:inset-y-0 sm:left-auto sm:h-dvh sm:w-120 sm:rounded-t-none sm:[--slide-from:100%_0]",
};

/**
 * A window over the page: keeps the focus inside, closes by Escape (but for what is inside
 * `data-own-escape`), gives the focus back.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  footer,
  size = "md",
  place = "middle",
  initialFocus,
  children,
}: DialogProps) {
  const openedAt = useRef(-Infinity);
  const opener = useRef<Element>(null);
  useEffect(() => {
    if (open) openedAt.current = performance.now();
  }, [open]);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-appear bg-black/35 backdrop-blur-[1.5px] dark:bg-black/60" />
        <Radix.Content
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            const focusTarget = initialFocus?.current;
            if (!focusTarget || focusTarget.disabled) return;
            event.preventDefault();
            focusTarget.focus();
          }}
          onCloseAutoFocus={(event) => {
            // What closed it has put the focus where one goes on.
            if (document.activeElement !== document.body) return event.preventDefault();
            // Radix gives the focus back to a trigger of its own alone, which none of these dialogs
            // has.
            const back = opener.current;
            if (!(back instanceof HTMLElement) || !back.isConnected) return;
            event.preventDefault();
            back.focus();
          }}
          onEscapeKeyDown={(event) => {
            if (event.target instanceof Element && event.target.closest("[data-own-escape]"))
              event.preventDefault();
          }}
          onPointerDownOutside={(event) => {
            if (performance.now() - openedAt.current < settleMs) event.preventDefault();
          }}
          {...(description ? {} : { "aria-describedby": undefined })}
          className={cn(
            "fixed z-50 flex flex-col border border-line shadow-high",
            places[place],
            place === "middle" && widths[size],
          )}
        >
          {place === "side" ? (
            <>
              <Radix.Title className="sr-only">{title}</Radix.Title>
              {children}
            </>
          ) : (
            <>
              <div className="flex items-start justify-between gap-4 px-5 pt-4 pr-12">
                <div className="min-w-0 pt-0.5">
                  <Radix.Title className="text-lg font-semibold tracking-tight">
                    {sentence(title)}
                  </Radix.Title>
                  {description && (
                    <Radix.Description className="mt-1 text-base text-ink-muted">
                      {sentence(description)}
                    </Radix.Description>
                  )}
                </div>
              </div>
              <div className="scroll-line min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
            </>
          )}
          {footer && (
            <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
              {footer}
            </div>
          )}
          {/* Last, so that opening puts the focus on the first thing to fill in. */}
          <Radix.Close
            aria-label="Close"
            className={cn(
              buttonClass("ghost", "sm"),
              "absolute size-7 px-0",
              place === "side" ? "top-2 right-3" : "top-3.5 right-3.5",
            )}
          >
            <X aria-hidden />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
