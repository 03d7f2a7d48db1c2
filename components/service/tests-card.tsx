"use client";

import type { z } from "zod";
import { NumberField } from "@/components/form/number-field";
import { PaddedCard } from "@/components/ui/card";
import type { OpenedService } from "@/lib/directory/service/open";
import { serviceTestsSchema } from "@/lib/inputs/service";
import { PartForm } from "./part-form";
import type { ChangeService } from "./service-actions";

type Input = z.input<typeof serviceTestsSchema>;

/** On how many devices each member may test in a day. */
export function TestsCard({
  service,
  change,
}: {
  service: OpenedService;
  change: ChangeService | undefined;
}) {
  const { serviceId, testsPerDay } = service;
  return (
    <PaddedCard
      id="tests-title"
      title="Tests"
      description="Members who may not send, and all members where sends need approval, test on test groups, simulated devices and their own browser only."
      inside="space-y-5"
    >
      <PartForm
        label="Tests"
        schema={serviceTestsSchema}
        initial={{ serviceId, part: "tests", testsPerDay }}
        service={service}
        change={change}
        values={[["Devices a day for each member", testsPerDay.toLocaleString("en")]]}
      >
        <NumberField<Input>
          path="testsPerDay"
          label="Devices a day for each member"
          hint="A user with five devices counts as five. The count starts again at 00:00 UTC. 0 allows no tests."
        />
      </PartForm>
    </PaddedCard>
  );
}
