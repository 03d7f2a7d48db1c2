import { Question } from "@/components/ui/overlay/question";
import { Verbatim } from "@/components/ui/verbatim";

interface StopQuestionProps {
  open: boolean;
  onClose: () => void;
  name: string;
  /** Whether it is paused, and not being sent. */
  isPaused: boolean;
  /** Whether it goes out again later, which ends too. */
  recurs: boolean;
  pending: boolean;
  onStop: () => void;
}

/** Asks before the rest of a campaign is left out for good. */
export function StopQuestion({
  open,
  onClose,
  name,
  isPaused,
  recurs,
  pending,
  onStop,
}: StopQuestionProps) {
  return (
    <Question
      open={open}
      onClose={onClose}
      size="sm"
      title={
        <>
          Stop sending “<Verbatim>{name}</Verbatim>”?
        </>
      }
      description={`What was not sent yet is left out, for good${recurs ? ", and the campaign does not repeat any more" : ""}. ${isPaused ? "While it is paused, it can still be resumed." : "To go on later, pause it instead."}`}
      keep={isPaused ? "Keep it paused" : "Go on sending"}
      go="Stop sending"
      pending={pending}
      onGo={onStop}
    />
  );
}
