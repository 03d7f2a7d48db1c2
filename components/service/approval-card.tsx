"use client";

import type { z } from "zod";
import { CheckboxField } from "@/components/form/checkbox-field";
import { NumberField } from "@/components/form/number-field";
import { SameServiceLink } from "@/components/shell/same-service";
import { Banner } from "@/components/ui/banner";
import { PaddedCard } from "@/components/ui/card";
import type { OpenedService } from "@/lib/directory/service/open";
import { paths } from "@/lib/inputs/paths";
import { serviceApprovalSchema } from "@/lib/inputs/service";
import { PartForm } from "./part-form";
import type { ChangeService } from "./service-actions";

type Input = z.input<typeof serviceApprovalSchema>;

/** Which sends of the console need a second person. */
export function ApprovalCard({
  service,
  change,
}: {
  service: OpenedService;
  change: ChangeService | undefined;
}) {
  const { serviceId, approvalAbove, approvalScheduled, approvalHours, approvers } = service;
  const on = approvalAbove !== null || approvalScheduled;
  return (
    <PaddedCard
      id="approval-title"
      title="Approval"
      description="Which sends from the console need a second person. Sends of programs don’t. With approval on, tests go to test groups only."
      inside="space-y-5"
    >
      {approvers < 2 && (
        <Banner
          kind={on ? "warning" : "info"}
          title={approvers === 0 ? "No member can approve" : "Only one member may approve here"}
          actions={
            <SameServiceLink
              href={paths.members()}
              className="text-sm underline underline-offset-2"
            >
              Members
            </SameServiceLink>
          }
        >
          {approvers === 0
            ? "Nothing that needs approval could be sent."
            : "Members can’t approve their own requests, so no one could approve what this member asks for."}
        </Banner>
      )}
      <PartForm
        label="Approval"
        schema={serviceApprovalSchema}
        initial={{
          serviceId,
          part: "approval",
          approvalScheduled,
          approvalHours,
          ...(approvalAbove !== null && { approvalAbove }),
        }}
        service={service}
        change={change}
        values={[
          ["Sends that need approval", neededText(service)],
          [
            "Approvals are valid for",
            `${approvalHours.toLocaleString("en")} ${approvalHours === 1 ? "hour" : "hours"}`,
          ],
        ]}
      >
        <NumberField<Input>
          path="approvalAbove"
          label="Sends to more recipients than"
          hint="Leave it empty if the number of recipients does not matter. 0 means every send."
        />
        <CheckboxField<Input>
          path="approvalScheduled"
          label="Every scheduled send"
          hint="Messages already scheduled are sent without approval."
        />
        <NumberField<Input>
          path="approvalHours"
          label="Approval validity in hours"
          hint="Approved messages must be sent or scheduled within this time."
        />
      </PartForm>
    </PaddedCard>
  );
}

function neededText({ approvalAbove, approvalScheduled }: OpenedService): string {
  const large =
    approvalAbove === null ? [] : [`to more than ${approvalAbove.toLocaleString("en")} recipients`];
  const needed = [...large, ...(approvalScheduled ? ["every scheduled one"] : [])];
  return needed.length === 0
    ? "None"
    : new Intl.ListFormat("en", { type: "disjunction" }).format(needed);
}
