"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { SegmentField } from "@/components/form/choice-field";
import { TextField } from "@/components/form/text-field";
import { ZoneField } from "@/components/form/zone-field";
import { zoneLike } from "@/components/form/zones";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Verbatim } from "@/components/ui/verbatim";
import { plannedTimeSchema, type PlannedTimeInput } from "@/lib/inputs/time-zone";
import { planned } from "./planned";
import { usualTimes } from "./zoned";

interface PlannedTimeFieldsProps {
  /** The user's own time zone. */
  own: string;
  /** Of the request, as it was written. */
  expiry: unknown;
  /** Milliseconds UTC. */
  now: number;
  /** It is what the clocks of each recipient show: no zone is chosen. */
  zoned?: boolean;
}

/** A date and a time, as clocks show it in a zone, and what that amounts to. */
export function PlannedTimeFields({ own, expiry, now, zoned = false }: PlannedTimeFieldsProps) {
  const { setValue } = useFormContext<PlannedTimeInput>();
  const time = useWatch<PlannedTimeInput>() as PlannedTimeInput;
  const { zone } = time;
  const { at, error, notice, turns } = planned({ ...time, expiry, now });
  return (
    <div>
      <div className="mb-3 flex flex-wrap gap-2">
        {usualTimes(now, zoneLike(zone) ?? own).map(({ label, local }) => (
          <Button
            key={label}
            size="sm"
            onClick={() => setValue("local", local, { shouldDirty: true, shouldValidate: true })}
          >
            {label}
          </Button>
        ))}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField<PlannedTimeInput>
          path="local"
          label="Date and time"
          type="datetime-local"
          wrong={error}
          hint={zoned ? "In each recipient’s time." : "In the time zone you choose."}
        />
        {!zoned && <ZoneField<PlannedTimeInput> path="zone" label="Time zone" now={now} />}
      </div>
      {notice !== undefined && (
        <Banner kind="warning" announce className="mt-4">
          <p>{notice}</p>
          {turns && (
            <SegmentField<PlannedTimeInput>
              path="turn"
              label="Which of the two"
              className="mt-2 max-sm:flex max-sm:flex-col max-sm:items-stretch"
              options={plannedTimeSchema.shape.turn.options.map((value) => ({
                value,
                label: turns[value],
              }))}
            />
          )}
        </Banner>
      )}
      {at && error === undefined && (
        <p className="mt-3 text-sm text-ink-muted">
          {at.toLocaleString("en", {
            dateStyle: "full",
            timeStyle: "short",
            hourCycle: "h23",
            timeZone: zone,
          })}{" "}
          {zoned ? (
            "in each recipient’s time"
          ) : (
            <>
              in <Verbatim>{zone}</Verbatim>
            </>
          )}
          {!zoned &&
            zone !== own &&
            `, which is ${at.toLocaleString("en", { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" })} where you are`}
          .
        </p>
      )}
    </div>
  );
}
