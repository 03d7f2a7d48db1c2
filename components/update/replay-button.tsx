"use client";

import { CalendarClock, RotateCw } from "lucide-react";
import { useState } from "react";
import { useCall } from "@/components/form/use-call";
import { useSelection } from "@/components/listing/selection";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { ReplayQuestion, type QuestionScope } from "./replay-question";
import type { ReplayActions } from "./update-actions";
import { updatesText } from "./updates-text";

/** Updates by their ids. */
interface IdScope {
  serviceId: string;
  replay: ReplayActions["replay"];
}

/** One update in any state. */
interface OneScope extends IdScope {
  of: "one";
  id: string;
}

/** The selected updates of a list. */
interface SelectedScope extends IdScope {
  of: "selected";
}

interface ReplayButtonProps {
  scope: OneScope | SelectedScope | QuestionScope;
  size?: "sm" | "md";
}

/**
 * Sends updates again: single and selected ones at once, all others after a count and a question.
 */
export function ReplayButton({ scope, size = "md" }: ReplayButtonProps) {
  if (scope.of === "one") {
    const report = (count: number) => {
      if (count === 1) toast.success("Sent again");
      else
        toast.error("It cannot be sent again just now: it is being sent, or its address is none.");
    };
    return <SendNow {...scope} ids={[scope.id]} size={size} onSent={report} />;
  }
  if (scope.of === "selected") return <SendSelected {...scope} />;
  return <AskFirst scope={scope} size={size} />;
}

function SendSelected(scope: SelectedScope) {
  const { selected, choose, focusList } = useSelection();
  const report = (count: number) => {
    const left = selected.length - count;
    toast.success(
      `${updatesText(count)} sent again`,
      left === 0
        ? {}
        : {
            description: `${updatesText(left)} cannot be: they are being sent at this moment, or their address is none.`,
          },
    );
    choose([]);
    focusList();
  };
  return <SendNow {...scope} ids={selected.map(({ id }) => id)} size="sm" onSent={report} />;
}

interface SendNowProps extends IdScope {
  ids: string[];
  size: "sm" | "md";
  onSent: (count: number) => void;
}

function SendNow({ serviceId, ids, replay, size, onSent }: SendNowProps) {
  const { pending, run } = useCall();
  const send = () => run(() => replay({ serviceId, ids }), onSent);
  return (
    <Button icon={RotateCw} size={size} loading={pending} onClick={send}>
      Send again
    </Button>
  );
}

const questionLabels = {
  missing: "Send all missing again …",
  parked: "Send again",
  span: "Send a time span again …",
};

function AskFirst({ scope, size }: { scope: QuestionScope; size: "sm" | "md" }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={scope.of === "span" ? CalendarClock : RotateCw}
        size={size}
        onClick={() => setOpen(true)}
        aria-label={
          scope.of === "parked" ? `Send updates parked at ${scope.endpoint.url} again` : undefined
        }
      >
        {questionLabels[scope.of]}
      </Button>
      {open && <ReplayQuestion scope={scope} onClose={() => setOpen(false)} />}
    </>
  );
}
