"use client";

import type { z } from "zod";
import { NumberField } from "@/components/form/number-field";
import { PaddedCard } from "@/components/ui/card";
import type { OpenedService } from "@/lib/directory/service/open";
import { serviceRetentionSchema } from "@/lib/inputs/service";
import { PartForm } from "./part-form";
import type { ChangeService } from "./service-actions";

type Input = z.input<typeof serviceRetentionSchema>;

/** How long a service keeps what, where that is shorter than the installation does. */
export function RetentionCard({
  service,
  change,
}: {
  service: OpenedService;
  change: ChangeService | undefined;
}) {
  const { serviceId, keepMessages, keepDeliveries, keepAttempts, installationKeeps } = service;
  const own = (days: number | null, most: number | null) =>
    keptFor(days === null || most === null ? (days ?? most) : Math.min(days, most));
  const hint = (most: number | null) => `Empty: as the installation (${keptFor(most)}).`;
  return (
    <PaddedCard
      id="retention-title"
      title="Retention"
      description="What is older is removed and cannot be restored. A service can choose a shorter time than the installation. The results of campaigns stay."
      inside="space-y-5"
    >
      <PartForm
        label="Retention"
        schema={serviceRetentionSchema}
        initial={{
          serviceId,
          part: "retention",
          ...(keepMessages !== null && { keepMessages }),
          ...(keepDeliveries !== null && { keepDeliveries }),
          ...(keepAttempts !== null && { keepAttempts }),
        }}
        service={service}
        change={change}
        values={[
          ["Messages", own(keepMessages, installationKeeps.keepMessages)],
          [
            "Deliveries and delivery updates",
            own(keepDeliveries, installationKeeps.keepDeliveries),
          ],
          ["Attempts of delivery updates", own(keepAttempts, installationKeeps.keepAttempts)],
        ]}
      >
        <NumberField<Input>
          path="keepMessages"
          label="Messages, in days"
          hint={hint(installationKeeps.keepMessages)}
        />
        <NumberField<Input>
          path="keepDeliveries"
          label="Deliveries and delivery updates, in days"
          hint={`They go with their message at the latest. ${hint(installationKeeps.keepDeliveries)}`}
        />
        <NumberField<Input>
          path="keepAttempts"
          label="Attempts of delivery updates, in days"
          hint={`They go with the delivery at the latest. ${hint(installationKeeps.keepAttempts)}`}
        />
      </PartForm>
    </PaddedCard>
  );
}

function keptFor(days: number | null): string {
  if (days === null) return "for ever";
  return `${days.toLocaleString("en")} ${days === 1 ? "day" : "days"}`;
}
