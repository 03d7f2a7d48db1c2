"use client";

import type { z } from "zod";
import { Form } from "@/components/form/form";
import { SubmitButton } from "@/components/form/form-element";
import { TextField } from "@/components/form/text-field";
import { PaddedCard } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { toast } from "@/components/ui/toast";
import { Code } from "@/components/ui/verbatim";
import type { OpenedService } from "@/lib/directory/service/open";
import { serviceNameSchema } from "@/lib/inputs/service";
import type { ChangeService, ServiceStateActions } from "./service-actions";
import { SwitchedState } from "./switched-state";

type Input = z.input<typeof serviceNameSchema>;

interface GeneralCardProps {
  service: OpenedService;
  /** Each absent for members who may not. */
  change: ChangeService | undefined;
  stateActions: ServiceStateActions | undefined;
}

/** What a service is called, what programs know it by, and whether it is on. */
export function GeneralCard({ service, change, stateActions }: GeneralCardProps) {
  const { serviceId, name } = service;
  return (
    <PaddedCard id="general-title" title="General" inside="space-y-5">
      {change && (
        <Form
          label="General"
          className="flex max-w-xl flex-wrap items-start gap-3"
          schema={serviceNameSchema}
          initial={{ serviceId, part: "name", name }}
          action={change}
          revision={service.revision}
          onDone={() => void toast.success("Saved")}
        >
          <TextField<Input> path="name" label="Name" className="flex-1 basis-48" />
          <SubmitButton variant="secondary" className="mt-6.5 h-9">
            Save
          </SubmitButton>
        </Form>
      )}
      <div>
        <p className="text-sm font-medium">Service ID</p>
        <p className="flex min-w-0 items-center gap-1.5">
          <Code className="truncate text-sm">{serviceId}</Code>
          <CopyButton text={serviceId} what="service ID" />
        </p>
        <p className="text-xs text-ink-faint">
          Programs that sign tokens of their own put it in as the issuer.
        </p>
      </div>
      <SwitchedState service={service} stateActions={stateActions} />
    </PaddedCard>
  );
}
