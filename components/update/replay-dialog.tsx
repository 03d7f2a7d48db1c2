"use client";

import type { ReactNode } from "react";
import { useCall } from "@/components/form/use-call";
import { useFound } from "@/components/form/use-found";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import type { Answer } from "@/lib/inputs/answer";
import { mostReplayed, type SearchedTo } from "@/lib/inputs/update-list";
import type { ReplayCount } from "./update-actions";
import { updatesText } from "./updates-text";

interface ReplayDialogProps {
  title: string;
  description: string;
  /**
   * What is asked about, as text: it is counted again when that changes; undefined while it is not
   * complete.
   */
  of: string | undefined;
  count: () => Promise<Answer<ReplayCount>>;
  /** Returns how many are sent. */
  replay: () => Promise<Answer<number>>;
  /** Behind the number of updates: "parked here". */
  whereText: string;
  /** Milliseconds for which `of` must stay the same before it is counted. */
  settleMs?: number;
  /** Goes on where a search ended. */
  onOlder?: (next: SearchedTo) => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Counts updates, asks, and sends them again. */
export function ReplayDialog({
  of,
  count,
  replay,
  whereText,
  settleMs,
  onOlder,
  onClose,
  children,
  ...dialog
}: ReplayDialogProps) {
  const counted = useFound(of, count, settleMs);
  const { pending, run } = useCall();
  const some = counted === undefined || counted === "failed" ? 0 : counted.count;
  const next = counted === undefined || counted === "failed" ? undefined : counted.next;
  const older = next && onOlder && (() => onOlder(next));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      {...dialog}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {older && <Button onClick={older}>Search older messages</Button>}
          <Button
            variant="primary"
            loading={pending}
            disabled={some === 0}
            onClick={() =>
              run(replay, (sent) => {
                toast.success(`${updatesText(sent)} sent again`);
                if (older) older();
                else onClose();
              })
            }
          >
            {some === 0 ? "Send again" : `Send ${updatesText(some)} again`}
          </Button>
        </>
      }
    >
      {children}
      <output className="mt-2 block text-sm text-ink-muted">
        {of === undefined ? null : counted === undefined ? (
          <Skeleton className="h-5 w-40" />
        ) : (
          countText(counted, whereText)
        )}
      </output>
    </Dialog>
  );
}

function countText(counted: ReplayCount | "failed", whereText: string): string {
  if (counted === "failed") return "They could not be counted. Close this and open it again.";
  const { count, more } = counted;
  if (!more) return `${updatesText(count)} ${whereText}.`;
  if (count === 0) return "None in the messages that were searched. Older ones may have some.";
  const first =
    count >= mostReplayed
      ? `${count.toLocaleString("en")} of them are sent now`
      : "These are sent now";
  return `At least ${updatesText(count)} ${whereText}. ${first}; send the others after them.`;
}
