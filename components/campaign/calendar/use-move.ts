"use client";

import { useOptimistic, useState } from "react";
import { useCall } from "@/components/form/use-call";
import { toast } from "@/components/ui/toast";
import type { CalendarRow } from "@/lib/results/list-calendar";
import { startText } from "../start-text";
import type { CalendarActions } from "./calendar-props";
import { zoneOf } from "./layout";

/** A time for a campaign: `startsAt` ISO 8601 UTC, `timezone` as shown with it. */
export interface TargetTime {
  startsAt: string;
  timezone: string;
}

/** A campaign whose new time a second person has to approve. */
export interface ApprovalQuestion {
  row: CalendarRow;
  target: TargetTime;
}

const undoMs = 10_000;

/**
 * Moves campaigns to another time, with an undo. What is moved is drawn there at once, and where it
 * was when the server refuses.
 */
export function useMove(
  rows: readonly CalendarRow[],
  { zone, now, action }: { zone: string; now: number; action: CalendarActions["reschedule"] },
) {
  const { pending, run } = useCall();
  const [visibleRows, showAt] = useOptimistic(
    rows,
    (all, { orderId, at }: Pick<CalendarRow, "orderId" | "at">) =>
      all.map((row) => (row.orderId === orderId ? { ...row, at } : row)),
  );
  const [question, setQuestion] = useState<ApprovalQuestion>();
  /** Also called after a dialog moved it. */
  const moved = (row: CalendarRow, { startsAt }: TargetTime, revision: number) =>
    toast.success(
      `Moved “${row.name}” to ${startText(startsAt, zoneOf(row, zone), row.times?.zoned === true)}`,
      {
        duration: undoMs,
        action: {
          label: "Undo",
          onClick: () => {
            const timezone = row.timezone ?? zone;
            run(() => {
              showAt({ orderId: row.orderId, at: row.at });
              return action({ id: row.id, revision, startsAt: row.at, timezone });
            }, `Moved “${row.name}” back`);
          },
        },
      },
    );
  const move = (row: CalendarRow, target: TargetTime) => {
    if (Date.parse(target.startsAt) <= now)
      return void toast.error(`“${row.name}” was not moved`, {
        description: "This time has passed. Choose a later one.",
      });
    if (row.needsApproval) return setQuestion({ row, target });
    run(
      () => {
        showAt({ orderId: row.orderId, at: target.startsAt });
        return action({ id: row.id, revision: row.revision, ...target });
      },
      ({ revision }) => moved(row, target, revision),
    );
  };
  return { pending, visibleRows, move, moved, question, endQuestion: () => setQuestion(undefined) };
}
