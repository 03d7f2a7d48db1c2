"use client";

import { CircleCheck, CircleX, Info, LoaderCircle, TriangleAlert } from "lucide-react";
import { useTheme } from "next-themes";
import { useEffect } from "react";
import { Toaster as Sonner, toast as sonner } from "sonner";
import { sentence } from "./sentence";

/**
 * Says that something is done (with an Undo where there is one). Problems belong next to the field,
 * not here.
 */
export const toast = {
  success: (title: string, options?: ToastOptions) => sonner.success(...inWords(title, options)),
  error: (title: string, options?: ToastOptions) => sonner.error(...inWords(title, options)),
  info: (title: string, options?: ToastOptions) => sonner.info(...inWords(title, options)),
  /** Shows that something is in progress, until the returned function is called. */
  pending: (title: string, options?: ToastOptions) =>
    sonner(sentence(title), {
      duration: Infinity,
      icon: (
        <LoaderCircle
          aria-hidden
          className="size-4 animate-spin text-ink-faint motion-reduce:animate-none"
        />
      ),
      ...options,
      description: sentence(options?.description),
    }),
  /** Takes one back: what it offers is no longer there. */
  dismiss: (id: string | number | undefined) => {
    if (id !== undefined) sonner.dismiss(id);
  },
};

/** Returns what sonner draws: names are apart from the words around them. */
function inWords(title: string, options?: ToastOptions) {
  return [sentence(title), { ...options, description: sentence(options?.description) }] as const;
}

/** Says that what was asked for needs code that could not be loaded. */
export function couldNotLoad(): void {
  toast.error("This could not be loaded", { description: "Check the connection, then try again." });
}

export interface ToastOptions {
  description?: string;
  action?: { label: string; onClick: () => void };
  /** Milliseconds on the screen; 4,000 by default. */
  duration?: number;
}

/** Once, near the root: where toasts appear. */
export function Toaster() {
  const { resolvedTheme } = useTheme();
  useEffect(() => {
    document.addEventListener("mouseover", reportLeft);
    return () => document.removeEventListener("mouseover", reportLeft);
  }, []);
  return (
    <Sonner
      theme={resolvedTheme === "dark" ? "dark" : "light"}
      position="bottom-right"
      offset={{ bottom: "calc(1.5rem + var(--bar))" }}
      mobileOffset={{ bottom: "calc(4.5rem + var(--bar) + env(safe-area-inset-bottom))" }}
      containerAriaLabel="Notices"
      icons={{
        success: <CircleCheck aria-hidden className="size-4 text-green-solid" />,
        error: <CircleX aria-hidden className="size-4 text-red-solid" />,
        info: <Info aria-hidden className="size-4 text-blue-solid" />,
        warning: <TriangleAlert aria-hidden className="size-4 text-amber-solid" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          // On its way it passes over the bar at the foot of the page, whose buttons must not lose
          // a press to it.
          toast:
            "animate-passing data-[removed=true]:pointer-events-none flex w-full items-start gap-2.5 rounded-lg border border-line bg-raised px-3.5 py-3 font-sans text-sm text-ink shadow-high",
          title: "font-medium",
          description: "text-xs text-ink-muted foreign",
          icon: "mt-0.5",
          content: "min-w-0 flex-1",
          actionButton:
            "h-6 shrink-0 rounded-md border border-line-strong px-2 text-xs font-medium hover:bg-hover",
        },
      }}
    />
  );
}

/**
 * Notifies the list of toasts that the pointer is elsewhere. Browsers do not report that the
 * pointer left where the toast under it went away, and a list that counts as pointed at keeps its
 * toasts on the screen, over what they cover.
 */
function reportLeft({ target }: MouseEvent) {
  const list = document.querySelector("[data-sonner-toaster]");
  if (
    !list ||
    !(target instanceof Node) ||
    list.contains(target) ||
    list.contains(document.activeElement)
  )
    return;
  list.dispatchEvent(new MouseEvent("mouseout", { bubbles: true, relatedTarget: target }));
}
