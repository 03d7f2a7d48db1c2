"use client";

import { CalendarClock } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { LabelledInput } from "@/components/ui/labelled-input";
import { mostReplayed } from "@/lib/inputs/update-list";
import { countedUpTo } from "./counted";
import { ReplayQuestion } from "./replay-question";
import type { ReplaySpanActions } from "./update-actions";

interface ReplaySpanProps {
  serviceId: string;
  actions: ReplaySpanActions;
}

/**
 * Sends again what was parked in a time span, at any receiver: for a server that was down. Counts
 * first.
 */
export function ReplaySpan(props: ReplaySpanProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={CalendarClock} onClick={() => setOpen(true)}>
        Send a time span again …
      </Button>
      {open && <Question {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

const hourMs = 3_600_000;
/** A user who sets a date by its parts is not done at the first. */
const settleMs = 400;

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

function Question({
  serviceId,
  actions: { count, replay },
  onClose,
}: ReplaySpanProps & { onClose: () => void }) {
  const [now] = useState(Date.now);
  const [local, setLocal] = useState(() => ({
    from: localOf(now - 24 * hourMs),
    to: localOf(now + 60_000),
  }));
  const [from = "", to = ""] = [momentOf(local.from), momentOf(local.to)];
  const isSpan = from !== "" && to !== "" && from < to;
  const field = (name: "from" | "to", label: string, error?: string) => (
    <LabelledInput
      label={label}
      error={error}
      type="datetime-local"
      value={local[name]}
      onChange={({ target }) => setLocal((before) => ({ ...before, [name]: target.value }))}
    />
  );
  return (
    <ReplayQuestion
      title="Send parked updates of a time span again?"
      description="All parked updates from this time, for every receiver, with all attempts again. Receivers recognize repeated updates by ID."
      of={isSpan ? `${from} ${to}` : undefined}
      count={async () => countedUpTo(await count({ serviceId, from, to }))}
      replay={() => replay({ serviceId, from, to, most: mostReplayed })}
      whereText="parked in this time"
      settleMs={settleMs}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {field("from", "From", from === "" ? "Choose a date and a time." : undefined)}
        {field(
          "to",
          "To",
          to === ""
            ? "Choose a date and a time."
            : isSpan || from === ""
              ? undefined
              : "Must be later than the beginning.",
        )}
      </div>
      <p className="mt-2 text-xs text-ink-faint">
        Times are in {Intl.DateTimeFormat().resolvedOptions().timeZone}.
      </p>
    </ReplayQuestion>
  );
}
