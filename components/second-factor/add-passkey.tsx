"use client";

import type { z } from "zod";
import { DialogForm } from "@/components/form/dialog-form";
import { SecretField } from "@/components/form/secret-field";
import { TextField } from "@/components/form/text-field";
import { makePasskey } from "@/components/sign-in/passkey-call";
import type { Answer } from "@/lib/inputs/answer";
import { newPasskeySchema } from "@/lib/inputs/second-factor";
import type { FactorAdditionProps, NewCodes } from "./factor-actions";

type NewPasskey = z.input<typeof newPasskeySchema>;

const refused = (message: string): Answer<never> => ({
  ok: false,
  problems: [{ pointer: "", message }],
});

/** Asks for the password and a name, and has the browser make a passkey. */
export function AddPasskey({ actions, onClose, onDone }: FactorAdditionProps) {
  const add = async ({ current, name }: NewPasskey): Promise<Answer<NewCodes>> => {
    const begun = await actions.beginPasskey({ current });
    if (!begun.ok) return begun;
    const newPasskey = await makePasskey(begun.value);
    if (newPasskey === "exists")
      return refused("This device has a passkey for your account already.");
    if (!newPasskey) return refused("The browser made no passkey. Try again.");
    return actions.addPasskey({ name, passkey: newPasskey.answer });
  };
  return (
    <DialogForm
      open
      onOpenChange={onClose}
      title="Add a passkey"
      description="Your browser asks for your fingerprint, face, PIN or security key next."
      schema={newPasskeySchema}
      initial={{ current: "", name: "" }}
      action={add}
      onDone={onDone}
      closes={false}
      submit="Continue"
    >
      <SecretField<NewPasskey>
        path="current"
        label="Your password"
        autoComplete="current-password"
      />
      <TextField<NewPasskey>
        path="name"
        label="Name"
        hint="So that you know it again, such as “Work laptop”."
      />
    </DialogForm>
  );
}
