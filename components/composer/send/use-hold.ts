"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { toast } from "@/components/ui/toast";

/** Seconds in which what was ordered can be taken back. */
export const holdSeconds = 10;

/**
 * Holds something back for ten seconds: it happens after them, at once, or never. On the way to another page of the console a notice goes along, with the
 * way to take it back; closing the tab means never, after a warning.
 */
export function useHold() {
  const [left, setLeft] = useState<number>();
  const due = useRef<(() => Promise<boolean>) | undefined>(undefined);
  const label = useRef("");
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);

  const stop = useCallback(() => {
    clearInterval(timer.current);
    const what = due.current;
    due.current = undefined;
    setLeft(undefined);
    return what;
  }, []);
  const start = useCallback(
    (what: () => Promise<boolean>, name: string) => {
      // A second order while one is held is the second half of a double click.
      if (due.current) return;
      due.current = what;
      label.current = name;
      const until = performance.now() + holdSeconds * 1_000;
      setLeft(holdSeconds);
      timer.current = setInterval(() => {
        const rest = Math.ceil((until - performance.now()) / 1_000);
        if (rest > 0) setLeft(rest);
        else void stop()?.();
      }, 200);
    },
    [stop],
  );
  const goAhead = useCallback(() => void stop()?.(), [stop]);
  const cancel = useCallback(() => void stop(), [stop]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (due.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => {
      if (!due.current) {
        window.removeEventListener("beforeunload", warn);
        return;
      }
      // The interval goes on; what was ordered does not depend on this page.
      const held = due.current;
      const notice = toast.pending(`Sending to ${label.current}`, {
        description: "In a few seconds. Nothing has left yet.",
        action: {
          label: "Undo sending",
          onClick: () => {
            stop();
            window.removeEventListener("beforeunload", warn);
          },
        },
      });
      due.current = async () => {
        window.removeEventListener("beforeunload", warn);
        const sent = await held();
        toast.dismiss(notice);
        if (sent) toast.success(`Accepted, on its way to ${label.current}`);
        else toast.error("The message was not sent. Its draft is kept under Campaigns.", { duration: Infinity });
        return sent;
      };
    };
  }, [stop]);
  return { left, start, goAhead, cancel };
}
