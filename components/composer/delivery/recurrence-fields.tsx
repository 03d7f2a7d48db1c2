"use client";

import { useWatch } from "react-hook-form";
import { CheckboxesField } from "@/components/form/checkbox-field";
import { ChoiceField } from "@/components/form/choice-field";
import { TextField } from "@/components/form/text-field";
import { weekdayOptions } from "@/components/form/weekday-options";
import { orderTimesOf, type ScheduleFormInput } from "@/lib/inputs/order-times";
import { isTimeZone } from "@/lib/inputs/time-zone";
import { nextRuns } from "@/lib/plan/recurrence";
import { wallOf } from "@/lib/plan/wall-time";

const repeatOptions = [
  { value: "never", label: "Does not repeat" },
  { value: "day", label: "Every day" },
  { value: "weekdays", label: "On weekdays", description: "Monday to Friday" },
  { value: "week", label: "Every week", description: "On the days you choose" },
  {
    value: "month",
    label: "Every month",
    description: "On the same date, or the last day of a shorter month",
  },
];
/** Runs that are listed ahead. */
const mostRuns = 3;

/** How often a scheduled message goes out. `now` in milliseconds UTC. */
export function RecurrenceFields({ now }: { now: number }) {
  const { repeats } = useWatch<ScheduleFormInput>() as ScheduleFormInput;
  return (
    <div className="space-y-4">
      <ChoiceField<ScheduleFormInput>
        path="repeats"
        label="Repeats"
        hint="Each run goes out as you confirm it now, and has its own results."
        options={repeatOptions}
      />
      {repeats === "week" && (
        <CheckboxesField<ScheduleFormInput>
          path="days"
          label="On these days"
          options={weekdayOptions}
        />
      )}
      {repeats !== "never" && (
        <>
          <TextField<ScheduleFormInput>
            path="until"
            label="Last date"
            type="date"
            optional
            hint="Leave it empty to go on until you end it."
          />
          <RunsAhead now={now} />
        </>
      )}
    </div>
  );
}

/** The dates of the first runs, in the time zone of the form. */
function RunsAhead({ now }: { now: number }) {
  const form = useWatch<ScheduleFormInput>() as ScheduleFormInput;
  const { recurrence } = orderTimesOf(form, false);
  if (!recurrence || wallOf(form.local) === undefined || !isTimeZone(form.zone)) return null;
  const runs = nextRuns({ ...recurrence, from: form.local }, form.zone, now, mostRuns);
  return (
    <p className="text-sm text-ink-muted" aria-live="polite">
      {runs.length === 0
        ? "It would not go out on any date."
        : `Goes out on ${new Intl.ListFormat("en").format(runs.map(({ at }) => dateText(at, form.zone)))}${runs.length === mostRuns ? ", and so on" : ""}.`}
    </p>
  );
}

function dateText(at: number, timeZone: string): string {
  return new Date(at).toLocaleString("en", {
    weekday: "short",
    month: "short",
    day: "numeric",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  });
}
