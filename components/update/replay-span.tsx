"use client";

import { CalendarClock } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { mostReplayed } from "@/lib/inputs/update-list";
import type { ReplaySpanActions } from "./update-actions";
import { updatesText } from "./updates-text";
import { useCall } from "./use-call";

interface ReplaySpanProps {
  serviceId: string;
  actions: ReplaySpanActions;
}

/** Sends again what was parked in a time span, at whatever receiver: for a server that was down. Counts first. */
export function ReplaySpan(props: ReplaySpanProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <CalendarClock aria-hidden />
        Send a time span again …
      </Button>
      {open && <Question {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

const hourMs = 3_600_000;
/** Somebody who sets a date by its parts is not done at the first. */
const settledMs = 400;

/** A moment as a field for local times holds it, to the minute. */
function localOf(at: number): string {
  const inZone = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return inZone.toISOString().slice(0, 16);
}

/** The moment that a field for local times holds; undefined while it holds none. */
function momentOf(local: string): string | undefined {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

function Question({ serviceId, actions: { count, replay }, onClose }: ReplaySpanProps & { onClose: () => void }) {
  const [now] = useState(Date.now);
  const [local, setLocal] = useState(() => ({ from: localOf(now - 24 * hourMs), to: localOf(now + 60_000) }));
  const [counted, setCounted] = useState<{ of: string; n: number | "failed" }>();
  const { pending, run } = useCall();
  const [from, to] = [momentOf(local.from), momentOf(local.to)];
  const isSpan = from !== undefined && to !== undefined && from < to;
  const span = isSpan ? { serviceId, from, to } : undefined;
  const of = span ? `${span.from} ${span.to}` : "";
  useEffect(() => {
    if (of === "") return;
    let gone = false;
    const [first = "", last = ""] = of.split(" ");
    const keep = (n: number | "failed") => !gone && setCounted({ of, n });
    const timer = setTimeout(() => {
      count({ serviceId, from: first, to: last }).then(
        (answer) => keep(answer.ok ? answer.value : "failed"),
        () => keep("failed"),
      );
    }, settledMs);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [of, serviceId, count]);
  const found = counted?.of === of ? counted.n : undefined;
  const known = typeof found === "number" ? found : 0;
  const some = Math.min(known, mostReplayed);
  const field = (name: "from" | "to", label: string, error?: string) => (
    <Field label={label} error={error}>
      {(aria) => (
        <Input
          {...aria}
          type="datetime-local"
          value={local[name]}
          onChange={({ target }) => setLocal((before) => ({ ...before, [name]: target.value }))}
        />
      )}
    </Field>
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Send parked updates of a time span again?"
      description="All that were made in it and given up, at every receiver, with all their attempts before them. A receiver that took one of them already knows it by its ID."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            loading={pending}
            disabled={!span || some === 0}
            onClick={() =>
              span &&
              run(
                () => replay({ ...span, most: mostReplayed }),
                (sent) => {
                  toast.success(`${updatesText(sent)} sent again`);
                  onClose();
                },
              )
            }
          >
            {some === 0 ? "Send again" : `Send ${updatesText(some)} again`}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {field("from", "From", from === undefined ? "Choose a date and a time." : undefined)}
        {field(
          "to",
          "To",
          to === undefined ? "Choose a date and a time." : isSpan || from === undefined ? undefined : "Must be later than the beginning.",
        )}
      </div>
      <p className="mt-2 text-xs text-ink-faint">Times are in {Intl.DateTimeFormat().resolvedOptions().timeZone}.</p>
      <output className="mt-3 block text-sm text-ink-muted">
        {!span ? null : found === undefined ? (
          <Skeleton className="h-5 w-40" />
        ) : found === "failed" ? (
          "They could not be counted. Close this and open it again."
        ) : found > mostReplayed ? (
          `More than ${updatesText(mostReplayed)} parked in this time. The oldest ${mostReplayed.toLocaleString("en")} are sent now; send the others after them.`
        ) : (
          `${updatesText(found)} parked in this time.`
        )}
      </output>
    </Dialog>
  );
}
