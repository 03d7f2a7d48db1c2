"use client";

import { Undo2 } from "lucide-react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { recipientsText } from "@/lib/compose/recipients";
import type { useHold } from "./use-hold";

/** Whoever pressed Send by mistake finds the way back under the same key. */
function focusAtOnce(button: HTMLButtonElement | null): void {
  button?.focus();
}

/** The seconds in which a message can still be taken back. */
export function HoldNews({ hold, recipients }: { hold: ReturnType<typeof useHold>; recipients: number }) {
  if (hold.left === undefined) return null;
  return (
    <div className="px-4 sm:px-6 lg:px-8">
      <Banner
        kind="info"
        className="mb-3 animate-rise shadow-high"
        title={
          <>
            <output>Sending to {recipientsText(recipients)}</output>
            <span aria-hidden className="tabular-nums">
              {" "}
              in {hold.left} s
            </span>
          </>
        }
        actions={
          <>
            <Button size="sm" onClick={hold.goAhead}>
              Send now
            </Button>
            <Button size="sm" variant="primary" ref={focusAtOnce} onClick={hold.cancel}>
              <Undo2 aria-hidden />
              Undo sending
            </Button>
          </>
        }
      >
        Nothing has left yet. It goes out when the time is over.
      </Banner>
    </div>
  );
}
