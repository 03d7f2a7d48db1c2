"use client";

import { useWatch } from "react-hook-form";
import { ChoiceField } from "@/components/form/choice-field";
import { durationText } from "@/components/form/duration-text";
import { Checkbox } from "@/components/ui/checkbox";
import type { SendPlan } from "@/lib/campaign/read-plan";
import { lateChoices, type ScheduleFormInput } from "@/lib/inputs/order-times";
import { readTimestamp } from "@/lib/interface/expiry";
import { textIn } from "@/lib/interface/value-shape";
import { wallOf } from "@/lib/plan/wall-time";
import { ZoneNews } from "../send/zone-news";
import { planned } from "./planned";
import { RecurrenceFields } from "./recurrence-fields";

const lateOptions = lateChoices.map((value) => ({
  value,
  label:
    value === "never"
      ? "Send it however late it is"
      : `Ask when it is more than ${durationText(Number(value) * 60)} late`,
}));

interface OrderTimesFieldsProps {
  /** It goes out in each recipient's time. */
  zoned: boolean;
  onZoned: (zoned: boolean) => void;
  times: SendPlan["times"];
  /** Of the request, as it was written. */
  expiry: unknown;
  /** Milliseconds UTC. */
  now: number;
}

/** Whose clocks count for a scheduled message, and what happens when it misses its time. */
export function OrderTimesFields({ zoned, onZoned, times, expiry, now }: OrderTimesFieldsProps) {
  const time = useWatch<ScheduleFormInput>() as ScheduleFormInput;
  const { at, error } = planned({ ...time, expiry, now });
  const wall = wallOf(time.local);
  return (
    <>
      <Checkbox
        checked={zoned}
        onCheckedChange={onZoned}
        label="In each recipient’s time"
        hint={
          zoned
            ? "Sent when the clock of each recipient shows this time: by the zone of their device, else of their user, else of the service."
            : "Sent to all at the same moment."
        }
      />
      {at && error === undefined && (
        <ZoneNews
          times={times}
          wall={zoned ? (wall ?? null) : null}
          at={zoned ? now : at.getTime()}
          expiry={readTimestamp(textIn(expiry))}
        />
      )}
      <RecurrenceFields now={now} />
      <ChoiceField<ScheduleFormInput>
        path="late"
        label="If it misses its time"
        hint="After downtime a late message may do more harm than good: then Clarion asks instead of sending it."
        options={lateOptions}
      />
    </>
  );
}
