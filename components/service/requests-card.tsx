"use client";

import type { z } from "zod";
import { CheckboxField } from "@/components/form/checkbox-field";
import { ChoiceField } from "@/components/form/choice-field";
import { NumberField } from "@/components/form/number-field";
import { PaddedCard } from "@/components/ui/card";
import type { OpenedService } from "@/lib/directory/service/open";
import { serviceRequestsSchema } from "@/lib/inputs/service";
import { PartForm } from "./part-form";
import type { ChangeService } from "./service-actions";

type Input = z.input<typeof serviceRequestsSchema>;

const sizeRules = [
  {
    value: "body",
    label: "The whole request",
    description: "Recipients count too, so that fewer of them fit.",
  },
  {
    value: "message",
    label: "The message without its recipients",
    description: "Leaves room for 1,000 recipients.",
  },
];

/** How requests of a service are read, answered and limited. */
export function RequestsCard({
  service,
  change,
}: {
  service: OpenedService;
  change: ChangeService | undefined;
}) {
  const { serviceId, sizeRule, always200, idsPerSecond } = service;
  return (
    <PaddedCard
      id="requests-title"
      title="Limits and answers"
      description="For messages sent by API."
    >
      <PartForm
        label="Limits and answers"
        schema={serviceRequestsSchema}
        initial={{
          serviceId,
          part: "requests",
          sizeRule,
          always200,
          ...(idsPerSecond !== null && { idsPerSecond }),
        }}
        service={service}
        change={change}
        values={[
          [
            "Recipients a second",
            idsPerSecond === null ? "No limit" : idsPerSecond.toLocaleString("en"),
          ],
          [
            "Size limit of 4 KB applies to",
            sizeRules.find(({ value }) => value === sizeRule)?.label ?? "",
          ],
          ["Never answer with an error status", always200 ? "Yes" : "No"],
        ]}
      >
        <NumberField<Input>
          path="idsPerSecond"
          label="Recipients a second"
          hint="Requests beyond that are refused, and campaigns wait. Leave it empty for no limit."
        />
        <ChoiceField<Input>
          path="sizeRule"
          label="Size limit of 4 KB applies to"
          options={sizeRules}
        />
        <CheckboxField<Input>
          path="always200"
          label="Never answer with an error status"
          hint="For older clients that treat an error status as a failed connection. The response body still describes the error."
        />
      </PartForm>
    </PaddedCard>
  );
}
