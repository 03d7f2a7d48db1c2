"use client";

import type { z } from "zod";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Form } from "@/components/form/form";
import { SubmitButton } from "@/components/form/form-element";
import { TextField } from "@/components/form/text-field";
import { SameServiceLink } from "@/components/shell/same-service";
import { Banner } from "@/components/ui/banner";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { toast } from "@/components/ui/toast";
import type { OpenedService } from "@/lib/directory/service/open";
import { serviceApprovalSchema } from "@/lib/inputs/service";
import type { ChangeService } from "./service-actions";
import { SetValues } from "./set-values";

type Input = z.input<typeof serviceApprovalSchema>;

const asNumber = {
  shown: (held: unknown) => (typeof held === "number" ? String(held) : typeof held === "string" ? held : ""),
  kept: (text: string) => (/^\d{1,10}$/.test(text.trim()) ? Number(text) : text),
};

/** Which sends of the console need a second person. */
export function ApprovalCard({ service, change }: { service: OpenedService; change: ChangeService | undefined }) {
  const { serviceId, approvalAbove, approvalScheduled, approvalHours, approvers } = service;
  const on = approvalAbove !== null || approvalScheduled;
  return (
    <Card aria-labelledby="approval-title">
      <CardHeader
        id="approval-title"
        title="Approval"
        description="Which sends from the console need a second person. Programs and test sends don’t."
      />
      <CardBody className="space-y-5">
        {approvers < 2 && (
          <Banner
            kind={on ? "warning" : "info"}
            title={approvers === 0 ? "No member can approve" : "Only one member may approve here"}
            actions={
              <SameServiceLink href="/settings/members" className="text-sm underline underline-offset-2">
                Members
              </SameServiceLink>
            }
          >
            {approvers === 0
              ? "Nothing that needs approval could be sent."
              : "Members can’t approve their own requests, so no one could approve what this member asks for."}
          </Banner>
        )}
        {change ? (
          <Form
            label="Approval"
            className="max-w-xl space-y-5"
            schema={serviceApprovalSchema}
            initial={{
              serviceId,
              part: "approval",
              approvalScheduled,
              approvalHours,
              ...(approvalAbove !== null && { approvalAbove }),
            }}
            action={change}
            revision={service.revision}
            onDone={() => void toast.success("Saved")}
          >
            <TextField<Input>
              path="approvalAbove"
              label="Sends to more recipients than"
              hint="Leave it empty if the number of recipients does not matter. 0 means every send."
              inputMode="numeric"
              spelling={asNumber}
              className="max-w-xs"
            />
            <CheckboxField<Input>
              path="approvalScheduled"
              label="Every scheduled send"
              hint="Messages already scheduled are sent without approval."
            />
            <TextField<Input>
              path="approvalHours"
              label="Approval validity in hours"
              hint="Approved messages must be sent or scheduled within this time."
              inputMode="numeric"
              spelling={asNumber}
              className="max-w-xs"
            />
            <SubmitButton>Save</SubmitButton>
          </Form>
        ) : (
          <SetValues
            values={[
              ["Sends that need approval", neededText(service)],
              ["Approvals are valid for", `${approvalHours.toLocaleString("en")} ${approvalHours === 1 ? "hour" : "hours"}`],
            ]}
          />
        )}
      </CardBody>
    </Card>
  );
}

function neededText({ approvalAbove, approvalScheduled }: OpenedService): string {
  const large = approvalAbove === null ? [] : [`to more than ${approvalAbove.toLocaleString("en")} recipients`];
  const needed = [...large, ...(approvalScheduled ? ["every scheduled one"] : [])];
  return needed.length === 0 ? "None" : new Intl.ListFormat("en", { type: "disjunction" }).format(needed);
}
