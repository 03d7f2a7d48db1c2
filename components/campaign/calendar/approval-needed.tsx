"use client";

import { useState } from "react";
import { Question } from "@/components/ui/overlay/question";
import { toast } from "@/components/ui/toast";
import { Verbatim } from "@/components/ui/verbatim";
import { sentenceOf } from "@/lib/inputs/answer";
import { startText } from "../start-text";
import { useUnschedule } from "../use-unschedule";
import type { CalendarActions } from "./calendar-props";
import type { ApprovalQuestion } from "./use-move";

/** What a new time means where a second person has to approve it. */
export const approvalText =
  "A second person has to approve it for the new time. Clarion makes the campaign a draft again and remembers the time; nothing is sent until it is approved.";

/** Asks before a campaign that was moved becomes a draft, to be approved for its new time. */
export function ApprovalNeeded({
  question: { row, target },
  action,
  onClose,
}: {
  question: ApprovalQuestion;
  action: CalendarActions["unschedule"];
  onClose: () => void;
}) {
  const { editAt } = useUnschedule({ ...row, startsAt: row.at }, action);
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    const answer = await editAt(target);
    setBusy(false);
    if (answer?.ok === false) toast.error(sentenceOf(answer));
    else onClose();
  };
  return (
    <Question
      open
      onClose={onClose}
      size="sm"
      title={
        <>
          Ask for approval of another time for “<Verbatim>{row.name}</Verbatim>”?
        </>
      }
      description={`${approvalText} The new time is ${startText(target.startsAt, target.timezone, row.times?.zoned === true)}.`}
      keep="Keep its time"
      go="Unschedule and edit"
      harmless
      pending={busy}
      focus="go"
      onGo={() => void go()}
    />
  );
}
