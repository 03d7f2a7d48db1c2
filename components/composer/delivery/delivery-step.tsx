"use client";

import { CalendarClock } from "lucide-react";
import { useRequest, useRequestPart } from "@/components/editor/content-context";
import { isoOfLocal, localInput } from "@/components/editor/content/durations";
import { OptionGroup } from "@/components/editor/content/option-group";
import { RequestText, RequestUrl } from "@/components/editor/request-text";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader, TitledCard } from "@/components/ui/card";
import { CORRELATIONID_BYTES } from "@/lib/interface/limits";
import { textIn } from "@/lib/interface/value-shape";
import type { Verdict } from "@/lib/policy/can";
import { reasonOf } from "../rights";
import { CapsCard } from "./caps-card";
import { NotifyurlCheckRow } from "./notify-check";
import { RateCard } from "./rate-card";

/** The way to a later time of sending. */
export interface ScheduleControl {
  right: Verdict;
  ask: () => void;
}

/**
 * When it is sent, until when it may be delivered, and how its sender hears of what became of it
 * (interface 2.1).
 */
export function DeliveryStep({ schedule }: { schedule: ScheduleControl }) {
  return (
    <div className="space-y-5">
      <Card aria-labelledby="send-time-title">
        <CardHeader
          id="send-time-title"
          className="border-b-0"
          title="Send time"
          description="Sent immediately, unless you schedule it for later."
          actions={
            <Button
              icon={CalendarClock}
              disabled={!schedule.right.ok}
              title={reasonOf(schedule.right)}
              onClick={schedule.ask}
            >
              Pick a time
            </Button>
          }
        />
      </Card>
      <RateCard />
      <CapsCard />
      <TitledCard
        id="expiry-title"
        title="Expires"
        description="Undelivered messages are dropped after this time."
      >
        <CardBody>
          <ExpiryField />
        </CardBody>
      </TitledCard>
      <ForPrograms />
    </div>
  );
}

/**
 * What programs need that follow the message; folded away, because a sender seldom sets any of it.
 */
function ForPrograms() {
  const set = [
    useIsSet("correlationid") && "correlation id",
    useIsSet("callbackData") && "callback data",
    useIsSet("notifyurl") && "notify URL",
    useIsSet("notifyurlAuthId") && "notify authentication",
  ].filter((name) => name !== false);
  return (
    <OptionGroup
      title="For programs"
      summary={set.length > 0 ? `Set: ${set.join(", ")}` : undefined}
    >
      <p className="text-sm text-ink-muted">
        For programs that follow the message by its delivery updates. All of it is optional.
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-4">
        <RequestText
          path="correlationid"
          label="Correlation id"
          optional
          hint="Comes back in every update."
          bytes={CORRELATIONID_BYTES}
        />
        <RequestText
          path="callbackData"
          label="Callback data"
          optional
          hint="Any text; comes back in every update."
        />
        <RequestUrl
          path="notifyurl"
          label="Notify URL"
          optional
          hint="Overrides the service’s notify URL."
        />
        <RequestText
          path="notifyurlAuthId"
          label="Notify authentication"
          optional
          hint="Id of an authentication stored for the service."
        />
        <NotifyurlCheckRow />
      </div>
    </OptionGroup>
  );
}

function useIsSet(
  path: "correlationid" | "callbackData" | "notifyurl" | "notifyurlAuthId",
): boolean {
  return textIn(useRequest(path)) !== "";
}

const localMoment = { toText: (value: unknown) => localInput(textIn(value)), toValue: isoOfLocal };

function ExpiryField() {
  const [expiry, write] = useRequestPart("expiry");
  const value = textIn(expiry);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const set = (hours: number) => {
    write(new Date(Date.now() + hours * 3_600_000).toISOString());
  };
  return (
    <RequestText
      path="expiry"
      label="Expiry"
      optional
      type="datetime-local"
      spelling={localMoment}
      hint={`In your time zone, ${zone}.${value === "" ? "" : ` Sent as ${value}.`}`}
      action={
        <span className="flex gap-1">
          {[
            ["1 h", 1],
            ["1 day", 24],
            ["1 week", 168],
          ].map(([name, hours]) => (
            <Button
              key={name}
              size="sm"
              variant="ghost"
              aria-label={`Expires in ${name}`}
              onClick={() => set(Number(hours))}
            >
              {name}
            </Button>
          ))}
          {value !== "" && (
            <Button size="sm" variant="ghost" onClick={() => write("")}>
              Clear
            </Button>
          )}
        </span>
      }
    />
  );
}
