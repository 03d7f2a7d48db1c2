"use client";

import type { z } from "zod";
import { DialogForm } from "@/components/form/dialog-form";
import { ExactField } from "@/components/form/text-field";
import { toast } from "@/components/ui/toast";
import type { CredentialRow } from "@/lib/directory/app/read";
import { webPushKeysSchema } from "@/lib/inputs/credential";
import { providers } from "@/lib/providers/credentials";
import type { CredentialActions } from "./app-actions";
import { LostDevices } from "./lost-devices";

type Input = z.input<typeof webPushKeysSchema>;

interface CreateKeysProps {
  appId: string;
  credential: CredentialRow | undefined;
  create: CredentialActions["createKeys"];
  onClose: () => void;
}

/** Generates a pair of Web Push keys on the server. The private key never leaves it. */
export function CreateKeys({ appId, credential, create, onClose }: CreateKeysProps) {
  const { label, help, example } = providers.webpush.fields.subject;
  return (
    <DialogForm
      open
      onOpenChange={onClose}
      title={credential ? "Create new keys?" : "Create keys"}
      description="Your pages subscribe browsers with the public key. The private key is generated here, encrypted and never shown."
      schema={webPushKeysSchema}
      initial={{ appId, subject: credential?.settings["subject"] ?? "" }}
      action={create}
      onDone={() => {
        toast.success("Keys created", { description: "Subscribe browsers with the public key." });
      }}
      submit={credential ? "Replace the keys" : "Create keys"}
    >
      {credential && <LostDevices credential={credential} />}
      <ExactField<Input>
        path="subject"
        label={label}
        hint={help.replaceAll("`", "")}
        placeholder={example}
      />
    </DialogForm>
  );
}
