"use client";

import type { z } from "zod";
import { CheckboxField } from "@/components/form/checkbox-field";
import { ChoiceField } from "@/components/form/choice-field";
import { Form } from "@/components/form/form";
import { SubmitButton } from "@/components/form/form-element";
import { TextField } from "@/components/form/text-field";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { toast } from "@/components/ui/toast";
import type { OpenedService } from "@/lib/directory/service/open";
import { serviceRequestsSchema } from "@/lib/inputs/service";
import type { ChangeService } from "./service-actions";
import { SetValues } from "./set-values";

type Input = z.input<typeof serviceRequestsSchema>;

const sizeRules = [
  { value: "body", label: "The whole request", description: "Recipients count too, so that fewer of them fit." },
  { value: "message", label: "The message without its recipients", description: "Leaves room for 1,000 recipients." },
];

const asNumber = {
  shown: (held: unknown) => (typeof held === "number" ? String(held) : typeof held === "string" ? held : ""),
  kept: (text: string) => (/^\d{1,10}$/.test(text.trim()) ? Number(text) : text),
};

/** How requests of a service are read, answered and limited. */
export function RequestsCard({ service, change }: { service: OpenedService; change: ChangeService | undefined }) {
  const { serviceId, sizeRule, always200, idsPerSecond } = service;
  return (
    <Card aria-labelledby="requests-title">
      <CardHeader id="requests-title" title="Limits and answers" description="For messages sent by API." />
      <CardBody>
        {change ? (
          <Form
            label="Limits and answers"
            className="max-w-xl space-y-5"
            schema={serviceRequestsSchema}
            initial={{ serviceId, part: "requests", sizeRule, always200, ...(idsPerSecond !== null && { idsPerSecond }) }}
            action={change}
            revision={service.revision}
            onDone={() => void toast.success("Saved")}
          >
            <TextField<Input>
              path="idsPerSecond"
              label="Recipients a second"
              hint="Requests beyond that are refused, and campaigns wait. Leave it empty for no limit."
              inputMode="numeric"
              spelling={asNumber}
              className="max-w-xs"
            />
            <ChoiceField<Input> path="sizeRule" label="Size limit of 4 KB applies to" options={sizeRules} />
            <CheckboxField<Input>
              path="always200"
              label="Never answer with an error status"
              hint="For older clients that treat an error status as a failed connection. The response body still describes the error."
            />
            <SubmitButton>Save</SubmitButton>
          </Form>
        ) : (
          <SetValues
            values={[
              ["Recipients a second", idsPerSecond === null ? "No limit" : idsPerSecond.toLocaleString("en")],
              ["Size limit of 4 KB applies to", sizeRules.find(({ value }) => value === sizeRule)?.label ?? ""],
              ["Never answer with an error status", always200 ? "Yes" : "No"],
            ]}
          />
        )}
      </CardBody>
    </Card>
  );
}
