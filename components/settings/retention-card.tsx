"use client";

import type { z } from "zod";
import { Form } from "@/components/form/form";
import { SubmitButton } from "@/components/form/form-element";
import { NumberField } from "@/components/form/number-field";
import { PaddedCard } from "@/components/ui/card";
import { toast } from "@/components/ui/toast";
import type { changeRetention } from "@/lib/directory/retention/change";
import type { StoredRetention } from "@/lib/directory/retention/stored";
import { retentionSchema } from "@/lib/inputs/retention";
import type { ActionOf } from "@/lib/verb/answer";

type Input = z.input<typeof retentionSchema>;

/** How long the installation keeps what. */
export function RetentionCard({
  retention: { revision, keepMessages, keepDeliveries, keepAttempts },
  change,
}: {
  retention: StoredRetention;
  change: ActionOf<typeof changeRetention>;
}) {
  return (
    <PaddedCard
      id="retention-title"
      title="Retention periods"
      description="What is older is removed and cannot be restored. The results of campaigns stay."
      inside="space-y-5"
    >
      <Form
        label="Retention"
        className="max-w-xl space-y-5"
        schema={retentionSchema}
        initial={{
          ...(keepMessages !== null && { keepMessages }),
          ...(keepDeliveries !== null && { keepDeliveries }),
          ...(keepAttempts !== null && { keepAttempts }),
        }}
        action={change}
        revision={revision}
        onDone={() => void toast.success("Saved")}
      >
        <NumberField<Input>
          path="keepMessages"
          label="Messages, in days"
          hint="396 days are 13 months. Leave it empty to keep them for ever."
        />
        <NumberField<Input>
          path="keepDeliveries"
          label="Deliveries and delivery updates, in days"
          hint="Who got a message, and when. They go with their message at the latest. Empty: for ever."
        />
        <NumberField<Input>
          path="keepAttempts"
          label="Attempts of delivery updates, in days"
          hint="Each call of a notify URL or webhook. They go with the delivery at the latest. Empty: for ever."
        />
        <SubmitButton>Save</SubmitButton>
      </Form>
    </PaddedCard>
  );
}
