"use client";

import type { z } from "zod";
import { CheckboxesField } from "@/components/form/checkbox-field";
import { DayTimeField, dayTimeText } from "@/components/form/day-time-field";
import { weekdayOptions } from "@/components/form/weekday-options";
import { ZoneField } from "@/components/form/zone-field";
import { useNow } from "@/components/ui/browser/clock";
import { PaddedCard } from "@/components/ui/card";
import type { OpenedService } from "@/lib/directory/service/open";
import { weekdays } from "@/lib/inputs/sending-times";
import { serviceSendingSchema } from "@/lib/inputs/service";
import { PartForm } from "./part-form";
import type { ChangeService } from "./service-actions";

type Input = z.input<typeof serviceSendingSchema>;

/** When campaigns of a service go out, by the local time of each recipient. */
export function SendingCard({
  service,
  change,
}: {
  service: OpenedService;
  change: ChangeService | undefined;
}) {
  const { serviceId, timezone, quietFrom, quietTo, windowFrom, windowTo, windowDays } = service;
  const now = useNow() ?? 0;
  const days = weekdays.filter((_, index) => windowDays.includes(index + 1));
  return (
    <PaddedCard
      id="sending-title"
      title="Sending times"
      description="When campaigns are sent, by the local time of each recipient. What falls outside waits and is sent when the time comes, over ten minutes. Messages of programs are sent at any time."
      inside="space-y-5"
    >
      <PartForm
        label="Sending times"
        schema={serviceSendingSchema}
        initial={{
          serviceId,
          part: "sending",
          timezone,
          windowDays: windowFrom === null ? [...weekdays] : days,
          ...(quietFrom !== null && { quietFrom }),
          ...(quietTo !== null && { quietTo }),
          ...(windowFrom !== null && { windowFrom }),
          ...(windowTo !== null && { windowTo }),
        }}
        service={service}
        change={change}
        values={[
          ["Time zone", timezone],
          ["Quiet hours", spanText(quietFrom, quietTo, "None")],
          ["Sending window", spanText(windowFrom, windowTo, "At any time")],
          ["Days", windowFrom === null ? "Every day" : dayNames(days)],
        ]}
      >
        <ZoneField<Input>
          path="timezone"
          label="Time zone"
          hint="Of recipients whose device and user have none. A city, such as Vienna."
          now={now}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <DayTimeField<Input>
            path="quietFrom"
            label="Quiet hours from"
            hint="No campaign is sent in these hours. Leave both empty for none."
          />
          <DayTimeField<Input> path="quietTo" label="Quiet hours until" />
          <DayTimeField<Input>
            path="windowFrom"
            label="Sending window from"
            hint="Campaigns are sent in these hours only. Leave both empty for any time."
          />
          <DayTimeField<Input> path="windowTo" label="Sending window until" />
        </div>
        <CheckboxesField<Input>
          path="windowDays"
          label="Days of the sending window"
          hint="The day on which the window begins. Without a window, every day."
          options={weekdayOptions}
        />
      </PartForm>
    </PaddedCard>
  );
}

function spanText(from: number | null, to: number | null, none: string): string {
  return from === null || to === null ? none : `${dayTimeText(from)} to ${dayTimeText(to)}`;
}

function dayNames(days: readonly (typeof weekdays)[number][]): string {
  return new Intl.ListFormat("en").format(
    weekdayOptions.flatMap(({ value, label }) => (days.includes(value) ? [label] : [])),
  );
}
