"use client";

import type { ReactNode } from "react";
import { countText } from "@/components/listing/count-text";
import { Question } from "@/components/ui/overlay/question";
import { Verbatim } from "@/components/ui/verbatim";
import type { AppUse } from "@/lib/directory/app/use";

interface DeactivateAppProps {
  name: string;
  use: AppUse;
  /** Called with whether to go on. */
  answer: (goOn: boolean) => void;
}

/** Asks before new messages to an app are refused, with what that stops. */
export function DeactivateApp({ name, use, answer }: DeactivateAppProps) {
  return (
    <Question
      onClose={() => answer(false)}
      title={
        <>
          Deactivate pushes to <Verbatim>{name}</Verbatim>?
        </>
      }
      description="You can activate them again at any time. Until then:"
      keep="Keep them active"
      go="Deactivate pushes"
      onGo={() => answer(true)}
    >
      <ul className="list-disc space-y-1.5 pl-5 text-sm">
        <li>New messages to {counted(use.devices, "device")} are refused. No device is removed.</li>
        <li>
          Programs get an error.{" "}
          {use.posted === 0 ? (
            "None sent to it"
          ) : (
            <>They sent {counted(use.posted, "message")} to it</>
          )}{" "}
          in the last 24 hours.
        </li>
        <li>
          Campaigns to it can’t be sent.{" "}
          {use.scheduled > 0 && (
            <>{counted(use.scheduled, "scheduled campaign")} will fail when due.</>
          )}
        </li>
        <li>
          {use.underWay === 0 ? (
            "No messages to it are in progress."
          ) : (
            <>{counted(use.underWay, "message")} under way will still be delivered.</>
          )}
        </li>
      </ul>
    </Question>
  );
}

function counted(count: number, one: string): ReactNode {
  return <strong className="font-medium">{countText(count, { one, many: `${one}s` })}</strong>;
}
