"use client";

import { countText } from "@/components/listing/count-text";
import { Question } from "@/components/ui/question";
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
      title={`Deactivate pushes to ${name}?`}
      description="You can activate them again at any time. Until then:"
      keep="Keep them active"
      go="Deactivate pushes"
      onGo={() => answer(true)}
    >
      <ul className="list-disc space-y-1.5 pl-5 text-sm">
        <li>
          New messages to <strong className="font-medium">{countText(use.devices, { one: "device", many: "devices" })}</strong> are refused.
          No device is removed.
        </li>
        <li>
          {use.posted === 0 ? (
            "Programs get an error. None sent to it in the last 24 hours."
          ) : (
            <>
              Programs get an error. They sent{" "}
              <strong className="font-medium">{countText(use.posted, { one: "message", many: "messages" })}</strong> to it in the last 24
              hours.
            </>
          )}
        </li>
        <li>
          Campaigns to it can’t be sent.{" "}
          {use.scheduled > 0 && (
            <>
              <strong className="font-medium">
                {countText(use.scheduled, { one: "scheduled campaign", many: "scheduled campaigns" })}
              </strong>{" "}
              will fail when due.
            </>
          )}
        </li>
        <li>
          {use.underWay === 0 ? (
            "No messages to it are in progress."
          ) : (
            <>
              <strong className="font-medium">{countText(use.underWay, { one: "message", many: "messages" })}</strong> under way will still
              be delivered.
            </>
          )}
        </li>
      </ul>
    </Question>
  );
}
