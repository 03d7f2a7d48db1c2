"use client";

import { CircleAlert, CircleCheck, Send, TriangleAlert, Users } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/kbd";
import type { Problem } from "@/lib/interface/problem";
import { useExamined } from "./examined";
import { countRecipients, recipientsText } from "./recipients";
import type { SideTab } from "./side-panel";
import { SendNews } from "./send-news";
import { bytesText, largestOf, sizeRows } from "./sizes";
import type { SendState } from "./use-send";

interface SendBarProps {
  state: SendState;
  refused: readonly Problem[];
  /** False for members who may look only. */
  maySend: boolean;
  onSend: () => void;
  onForget: () => void;
  onOpen: (tab: SideTab) => void;
}

/** Always in sight: how it stands with the message, and the button that sends it and says to how many. */
export function SendBar({ state, refused, maySend, onSend, onForget, onOpen }: SendBarProps) {
  const view = useExamined();
  const recipients = countRecipients(view.request.destination);
  const problems = view.problems.length + refused.length;
  const largest = largestOf(sizeRows(view));
  const over = largest !== undefined && largest.bytes > largest.limit;
  const resting = state.kind === "sent" && state.resting;
  return (
    <div className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-20 -mx-4 mt-6 sm:-mx-6 md:bottom-0 lg:-mx-8">
      <SendNews state={state} onForget={onForget} />
      <div className="border-t border-line bg-surface/95 px-4 py-2.5 backdrop-blur-sm sm:px-6 lg:px-8">
        <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
          <span className="hidden h-7 items-center gap-1.5 px-2 text-sm text-ink-muted sm:inline-flex">
            <Users aria-hidden className="size-4 text-ink-faint" />
            {recipientsText(recipients)}
          </span>
          <Chip onClick={() => onOpen("size")} alarm={over}>
            {largest && `${largest.label} ${largest.bytes.toLocaleString("en")} / ${bytesText(largest.limit)}`}
          </Chip>
          <Chip onClick={() => onOpen("problems")} alarm={problems > 0}>
            {problems > 0 ? (
              <>
                <CircleAlert aria-hidden className="size-4" />
                {problems === 1 ? "1 problem" : `${problems} problems`}
              </>
            ) : view.warnings.length > 0 ? (
              <>
                <TriangleAlert aria-hidden className="size-4 text-amber-solid" />
                {view.warnings.length === 1 ? "1 warning" : `${view.warnings.length} warnings`}
              </>
            ) : (
              <>
                <CircleCheck aria-hidden className="size-4 text-green-solid" />
                No problems
              </>
            )}
          </Chip>
          <span className="ml-auto flex items-center gap-2.5 max-sm:w-full">
            <span className="hidden items-center gap-1 lg:flex">
              <Kbd>Ctrl</Kbd>
              <Kbd>↵</Kbd>
            </span>
            <Button
              variant="primary"
              size="lg"
              className="max-sm:flex-1"
              loading={state.kind === "sending"}
              disabled={resting || !maySend}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              title={maySend ? undefined : "Your role may look, but not send"}
              onClick={onSend}
            >
              {resting ? <CircleCheck aria-hidden /> : <Send aria-hidden />}
              {resting ? "Sent" : recipients === 0 ? "Send" : `Send to ${recipientsText(recipients)}`}
            </Button>
          </span>
        </div>
      </div>
    </div>
  );
}

function Chip({ alarm, onClick, children }: { alarm: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={cn(
        "inline-flex h-7 items-center gap-1.5 rounded-md px-2 text-sm tabular-nums transition-colors hover:bg-hover",
        alarm ? "font-medium text-red-fg" : "text-ink-muted",
      )}
    >
      {children}
    </button>
  );
}
