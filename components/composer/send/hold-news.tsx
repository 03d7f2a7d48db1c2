"use client";

import { Undo2 } from "lucide-react";
import { useLayoutEffect } from "react";
import { Banner } from "@/components/ui/banner";
import { useSecondsLeft } from "@/components/ui/browser/clock";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/verbatim";
import { recipientsText } from "@/lib/compose/recipients";
import { onEscape } from "./send-ports";

/** A user who pressed Send by mistake can undo it with the same key. */
function focusAtOnce(button: HTMLButtonElement | null): void {
  button?.focus();
}

interface HoldNewsProps {
  /** Milliseconds on the clock of `performance.now()`. */
  until: number;
  recipients: number;
  onUndo: () => void;
  onGoAhead: () => void;
}

/** Shows the seconds in which a send can be undone, by button or by Escape. */
export function HoldNews({ until, recipients, onUndo, onGoAhead }: HoldNewsProps) {
  const left = useSecondsLeft(until);
  // A layout effect, since the key must work as soon as the button is painted.
  useLayoutEffect(() => onEscape(onUndo), [onUndo]);
  return (
    <div className="px-4 sm:px-6 lg:px-8">
      <Banner
        className="mb-3 animate-rise shadow-high"
        title={
          <>
            <output>Sending to {recipientsText(recipients)}</output>
            <span aria-hidden className="tabular-nums">
              {" "}
              in {left} s
            </span>
          </>
        }
        actions={
          <>
            <Button size="sm" onClick={onGoAhead}>
              Send now
            </Button>
            <Button
              icon={Undo2}
              size="sm"
              variant="primary"
              ref={focusAtOnce}
              aria-keyshortcuts="Escape"
              onClick={onUndo}
            >
              Undo sending
            </Button>
          </>
        }
      >
        Not sent yet. The message is sent when the time is over, even if you close this page.{" "}
        <span className="max-sm:hidden">
          Press <Kbd>Esc</Kbd> to undo.
        </span>
      </Banner>
    </div>
  );
}
