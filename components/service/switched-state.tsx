"use client";

import { useState } from "react";
import { useCall } from "@/components/form/use-call";
import { Button } from "@/components/ui/button";
import { Question } from "@/components/ui/overlay/question";
import { isolated } from "@/components/ui/sentence";
import { Verbatim } from "@/components/ui/verbatim";
import type { OpenedService } from "@/lib/directory/service/open";
import type { ServiceStateActions } from "./service-actions";

interface SwitchedStateProps {
  service: OpenedService;
  /** Absent for members who may not. */
  stateActions: ServiceStateActions | undefined;
}

/** Shows whether a service is active, with the buttons that deactivate and reactivate it. */
export function SwitchedState({ service, stateActions }: SwitchedStateProps) {
  const { serviceId, name, active } = service;
  const [asking, setAsking] = useState(false);
  const { pending, run } = useCall();
  const deactivate = ({ deactivate: call }: ServiceStateActions) =>
    run(() => call({ serviceId }), `Deactivated ${isolated(name)}`, {
      done: () => setAsking(false),
    });
  const reactivate = ({ reactivate: call }: ServiceStateActions) =>
    run(() => call({ serviceId }), `Reactivated ${isolated(name)}`);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="text-sm font-medium">
          {active ? "This service is active" : "This service is deactivated"}
        </p>
        <p className="text-sm text-ink-muted">
          {active
            ? "Programs can call it, and messages are sent."
            : "API requests are rejected, and nothing is sent. Everything else stays unchanged."}
          {!stateActions && " Its owners can change that."}
        </p>
      </div>
      {stateActions &&
        (active ? (
          <Button onClick={() => setAsking(true)}>Deactivate …</Button>
        ) : (
          <Button variant="primary" loading={pending} onClick={() => reactivate(stateActions)}>
            Reactivate
          </Button>
        ))}
      {stateActions && asking && (
        <Question
          onClose={() => setAsking(false)}
          title={
            <>
              Deactivate <Verbatim>{name}</Verbatim>?
            </>
          }
          description="You can reactivate it at any time. Until then:"
          keep="Keep it active"
          go={`Deactivate ${name.length > 40 ? "the service" : name}`}
          pending={pending}
          onGo={() => deactivate(stateActions)}
        >
          <Consequences {...service} />
        </Question>
      )}
    </div>
  );
}

function Consequences({ scheduled, sending }: Pick<OpenedService, "scheduled" | "sending">) {
  return (
    <div className="space-y-3 text-sm">
      <ul className="list-disc space-y-1.5 pl-5">
        <li>Programs are refused, whichever key or token they call with.</li>
        <li>Sending from the console is off, including tests.</li>
        <li>
          Campaigns that come due fail, and those on their way stop where they are. Reactivating
          doesn’t send them.
          {scheduled > 0 && (
            <strong className="font-medium"> {campaigns(scheduled)} scheduled now.</strong>
          )}
          {sending > 0 && (
            <strong className="font-medium"> {campaigns(sending)} on the way now.</strong>
          )}
        </li>
        <li>Shared previews of its templates don’t open.</li>
      </ul>
      <p className="text-ink-muted">
        Messages that were accepted before are still delivered, delivery updates are still sent, and
        devices can still register.
      </p>
    </div>
  );
}

function campaigns(count: number): string {
  return count === 1 ? "1 campaign is" : `${count.toLocaleString("en")} campaigns are`;
}
