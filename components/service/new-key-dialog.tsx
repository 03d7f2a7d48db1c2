"use client";

import type { z } from "zod";
import { CheckboxesField } from "@/components/form/checkbox-field";
import { asNumber, ChoiceField } from "@/components/form/choice-field";
import { DialogForm } from "@/components/form/dialog-form";
import { TextField } from "@/components/form/text-field";
import { serviceKeySchema } from "@/lib/inputs/service";
import { firstScopes, scopes } from "@/lib/policy/roles";
import { dayOptions, scopeWords } from "./key-options";
import type { KeyActions } from "./service-actions";

type Input = z.input<typeof serviceKeySchema>;

const scopeOptions = scopes.map((value) => ({ value, ...scopeWords[value] }));

interface NewKeyDialogProps {
  service: { serviceId: string; name: string };
  create: KeyActions["create"];
  onClose: () => void;
  onMade: (key: string, name: string) => void;
}

/** Asks what a new key is called and what it may do. */
export function NewKeyDialog({
  service: { serviceId, name: service },
  create,
  onClose,
  onMade,
}: NewKeyDialogProps) {
  return (
    <DialogForm
      open
      onOpenChange={onClose}
      title="New service key"
      description={`For a program that calls ${service}.`}
      schema={serviceKeySchema}
      initial={{ serviceId, name: "", scopes: [...firstScopes] }}
      action={create}
      onDone={({ key }, { name }) => onMade(key, name.trim())}
      submit="Create key"
    >
      <TextField<Input> path="name" label="Name" hint="Of the program, such as “Order system”." />
      <CheckboxesField<Input> path="scopes" label="It may" columns options={scopeOptions} />
      <ChoiceField<Input>
        spelling={asNumber}
        optional={false}
        path="days"
        label="Expires"
        options={dayOptions}
      />
    </DialogForm>
  );
}
