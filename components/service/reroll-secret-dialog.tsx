"use client";

import type { z } from "zod";
import { asNumber, ChoiceField } from "@/components/form/choice-field";
import { DialogForm } from "@/components/form/dialog-form";
import { isolated } from "@/components/ui/sentence";
import { rerollSecretSchema, type ServiceSecret } from "@/lib/inputs/service";
import { dayOptions, overlapOptions, overlapText } from "./key-options";
import { secretWords } from "./secret-words";
import type { RerollSecret } from "./service-actions";
import type { Secret } from "./shown-once";

type Input = z.input<typeof rerollSecretSchema>;

interface RerollSecretDialogProps {
  service: { serviceId: string; name: string };
  which: ServiceSecret;
  isFirst: boolean;
  reroll: RerollSecret;
  onClose: () => void;
  onMade: (secret: Secret) => void;
}

/** Asks before a secret is replaced, and says what follows. */
export function RerollSecretDialog({
  service,
  which,
  isFirst,
  reroll,
  onClose,
  onMade,
}: RerollSecretDialogProps) {
  const { name, replaced, first } = secretWords[which];
  const overlaps = which === "jwt" && !isFirst;
  return (
    <DialogForm
      open
      onOpenChange={onClose}
      size="sm"
      title={`${isFirst ? "Create" : "Re-roll"} the ${isolated(name)} of ${isolated(service.name)}`}
      description={isFirst ? first : replaced}
      schema={rerollSecretSchema}
      initial={{ serviceId: service.serviceId, secret: which, overlapHours: overlaps ? 24 : 0 }}
      action={reroll}
      onDone={({ secret }, { overlapHours }) =>
        onMade({
          title: `The ${isolated(name)} of ${isolated(service.name)}`,
          what: name,
          text: secret,
          next: isFirst
            ? first
            : which === "signing"
              ? "Updates are signed with it now."
              : overlapText(overlapHours, "The old secret"),
        })
      }
      submit={isFirst ? "Create secret" : "Re-roll"}
    >
      {overlaps && (
        <ChoiceField<Input>
          spelling={asNumber}
          optional={false}
          path="overlapHours"
          label="The old secret works for"
          options={overlapOptions}
        />
      )}
      {which === "jwt" && (
        <ChoiceField<Input>
          spelling={asNumber}
          optional={false}
          path="days"
          label="The new secret expires"
          options={dayOptions}
        />
      )}
    </DialogForm>
  );
}
