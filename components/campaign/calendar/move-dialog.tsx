"use client";

import { CalendarClock, PenLine } from "lucide-react";
import { useState } from "react";
import { planned } from "@/components/composer/delivery/planned";
import { PlannedTimeFields } from "@/components/composer/delivery/planned-time-fields";
import { choiceOf } from "@/components/composer/delivery/zoned";
import { DialogForm } from "@/components/form/dialog-form";
import { Banner } from "@/components/ui/banner";
import { Verbatim } from "@/components/ui/verbatim";
import { refusal, type Answer } from "@/lib/inputs/answer";
import { plannedTimeSchema, type PlannedTimeInput } from "@/lib/inputs/time-zone";
import type { CalendarRow } from "@/lib/results/list-calendar";
import { startText } from "../start-text";
import { useUnschedule } from "../use-unschedule";
import { approvalText } from "./approval-needed";
import type { CalendarActions } from "./calendar-props";
import type { TargetTime } from "./use-move";

interface MoveDialogProps {
  row: CalendarRow;
  /** Of the calendar, for what was scheduled in none. */
  zone: string;
  now: number;
  actions: CalendarActions;
  onClose: () => void;
  /** Called when it was moved, with its new revision. */
  onMoved: (target: TargetTime, revision: number) => void;
}

/** Moves a campaign to a time in a zone of one's choice. */
export function MoveDialog({ row, zone, now, actions, onClose, onMoved }: MoveDialogProps) {
  const [own] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const { editAt } = useUnschedule({ ...row, startsAt: row.at }, actions.unschedule);
  // Its time is what the clocks of each recipient show: the zone is no choice.
  const zoned = row.times?.zoned === true;
  const targetOf = (time: PlannedTimeInput): TargetTime | undefined => {
    const { at, error } = planned({ ...time, expiry: undefined, now });
    return at && error === undefined
      ? { startsAt: at.toISOString(), timezone: time.zone }
      : undefined;
  };
  const move = async (
    time: PlannedTimeInput,
  ): Promise<Answer<{ target: TargetTime; revision: number } | undefined>> => {
    const target = targetOf(time);
    if (!target) return refusal("This time has passed. Choose a later one.");
    if (row.needsApproval) {
      const answer = await editAt(target);
      return answer?.ok === false ? answer : { ok: true, value: undefined };
    }
    const answer = await actions.reschedule({ id: row.id, revision: row.revision, ...target });
    return answer.ok
      ? { ok: true, value: { target, revision: answer.value.revision } }
      : { ...answer, problems: answer.problems.map(atField) };
  };
  return (
    <DialogForm
      open
      onOpenChange={onClose}
      title="Move to another time"
      thing={row.id}
      description={
        <>
          “<Verbatim>{row.name}</Verbatim>” is scheduled for{" "}
          {startText(row.at, row.timezone, zoned)}.
        </>
      }
      schema={plannedTimeSchema}
      initial={choiceOf(Date.parse(row.at), row.timezone ?? zone)}
      action={move}
      onDone={(done) => done && onMoved(done.target, done.revision)}
      blocked={(time) => targetOf(time) === undefined}
      submit={
        row.needsApproval ? (
          <>
            <PenLine aria-hidden />
            Unschedule and edit
          </>
        ) : (
          <>
            <CalendarClock aria-hidden />
            Move
          </>
        )
      }
    >
      {row.needsApproval && <Banner title="Another time needs an approval">{approvalText}</Banner>}
      <PlannedTimeFields own={own} expiry={undefined} now={now} zoned={zoned} />
    </DialogForm>
  );
}

const fields: Readonly<Record<string, string>> = { "/startsAt": "/local", "/timezone": "/zone" };

/** What is wrong with the time, at the field in which it is chosen. */
function atField<P extends { pointer: string }>(problem: P): P {
  return { ...problem, pointer: fields[problem.pointer] ?? problem.pointer };
}
