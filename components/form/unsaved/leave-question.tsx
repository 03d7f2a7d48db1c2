"use client";

import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";

interface LeaveQuestionOptions {
  question: string;
  /** Something was filled in that closing throws away. */
  isUnsaved: boolean;
  /** What was filled in is on its way to the server. */
  sending: boolean;
  onLeave: () => void;
}

/** Asks, in the place of the buttons of a window, before what was filled in is thrown away. */
export function useLeaveQuestion({ question, isUnsaved, sending, onLeave }: LeaveQuestionOptions) {
  const [wasAsked, setWasAsked] = useState(false);
  const asks = isUnsaved || sending;
  const asking = wasAsked && asks;
  const stay = () => setWasAsked(false);
  return {
    /** Takes the question back. */
    stay,
    /** Asked to close the window. Escape, which asked, takes the question back. */
    close: () => (asks ? setWasAsked(!asking) : onLeave()),
    /** The buttons of the window, or the question in their place. */
    footer: (buttons: ReactNode) =>
      asking ? (
        <LeaveQuestion question={question} sending={sending} onStay={stay} onLeave={onLeave} />
      ) : (
        buttons
      ),
  };
}

function LeaveQuestion({
  question,
  sending,
  onStay,
  onLeave,
}: Pick<LeaveQuestionOptions, "question" | "sending" | "onLeave"> & { onStay: () => void }) {
  return (
    <>
      <span role="alert" className="mr-auto self-center text-sm font-medium max-sm:w-full">
        {sending ? "It is being saved, and may still be when you leave." : question}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that
          was pressed */}
      <Button autoFocus onClick={onStay}>
        {sending ? "Wait" : "Go on editing"}
      </Button>
      <Button variant="danger" onClick={onLeave}>
        {sending ? "Leave" : "Discard"}
      </Button>
    </>
  );
}
