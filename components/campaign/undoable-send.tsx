"use client";

import { Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState, useTransition } from "react";
import { reasonOf } from "@/components/composer/rights";
import { useCall } from "@/components/form/use-call";
import { SameServiceLink } from "@/components/shell/same-service";
import { Banner } from "@/components/ui/banner";
import { useFocusBack } from "@/components/ui/browser/focus-back";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { verbatim } from "@/components/ui/verbatim";
import type { releaseSend, undoSend } from "@/lib/campaign/send";
import { paths } from "@/lib/inputs/paths";
import type { Verdict } from "@/lib/policy/can";
import type { UndoableSendRow } from "@/lib/results/undoable-sends";
import type { ActionOf } from "@/lib/verb/answer";

/** What can be done with an order in its undo window. */
export interface UndoableSendActions {
  may: Verdict;
  undo: ActionOf<typeof undoSend>;
  release: ActionOf<typeof releaseSend>;
}

interface UndoableSendProps extends UndoableSendActions {
  id: string;
  /** Shown where it is one of several, with the way to it. */
  name?: string;
  /** Milliseconds of the undo window that are left. */
  undoMs: number;
}

const tickMs = 200;
/** After its time a worker takes it within so many milliseconds. */
const takenMs = 1_000;

/** An order in its undo window, with the seconds that are left. */
export function UndoableSend({ id, name, undoMs, may, undo, release }: UndoableSendProps) {
  const router = useRouter();
  const [left, setLeft] = useState(Math.ceil(undoMs / 1_000));
  const { pending, run } = useCall();
  const [refreshing, start] = useTransition();
  // Until the page shows what became of it, a second press would be refused.
  const busy = pending || refreshing;
  const button = useFocusBack(busy);
  const refresh = () => start(() => router.refresh());
  const undone = () => {
    toast.success("Sending undone");
    refresh();
  };
  useEffect(() => {
    const until = performance.now() + undoMs;
    const timer = setInterval(() => {
      const rest = until - performance.now();
      setLeft(Math.max(0, Math.ceil(rest / 1_000)));
      if (rest > -takenMs) return;
      clearInterval(timer);
      router.refresh();
    }, tickMs);
    return () => clearInterval(timer);
  }, [undoMs, router]);
  const reason = reasonOf(may);
  return (
    <Banner
      kind="info"
      title={
        <>
          {name === undefined ? (
            "Going out"
          ) : (
            <>
              <SameServiceLink
                href={paths.campaign(id)}
                {...verbatim}
                className="foreign underline underline-offset-2"
              >
                {name}
              </SameServiceLink>{" "}
              goes out
            </>
          )}{" "}
          <span className="tabular-nums">{left > 0 ? `in ${left} s` : "now"}</span>
        </>
      }
      actions={
        <>
          <Button
            size="sm"
            disabled={busy || !may.ok}
            title={reason}
            onClick={() => run(() => release({ id }), refresh, { refused: refresh })}
          >
            Send now
          </Button>
          <Button
            icon={Undo2}
            size="sm"
            ref={button}
            variant="primary"
            disabled={busy || !may.ok}
            title={reason}
            onClick={() => run(() => undo({ id }), undone, { refused: refresh })}
          >
            Undo sending
          </Button>
        </>
      }
    >
      You can undo it until then.
    </Banner>
  );
}

/** The orders in their undo windows, each with its seconds. Nothing where there is none. */
export function UndoableSends({
  rows,
  ...actions
}: { rows: readonly UndoableSendRow[] } & UndoableSendActions) {
  if (rows.length === 0) return null;
  return (
    <div className="mb-3 space-y-3">
      {rows.map(({ id, name, undoMs }) => (
        <UndoableSend key={id} id={id} name={name} undoMs={undoMs} {...actions} />
      ))}
    </div>
  );
}
