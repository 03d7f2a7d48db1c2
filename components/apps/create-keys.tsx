"use client";

import type { z } from "zod";
import { DialogForm } from "@/components/form/dialog-form";
import { ExactField } from "@/components/form/exact-field";
import { toast } from "@/components/ui/toast";
import { providers } from "@/lib/describe/providers";
import type { CredentialRow } from "@/lib/directory/app/read";
import { webPushKeysSchema } from "@/lib/inputs/credential";
import type { CredentialActions } from "./app-actions";
import { LostDevices } from "./lost-devices";

type Input = z.input<typeof webPushKeysSchema>;

interface CreateKeysProps {
  appId: string;
  kept: CredentialRow | undefined;
  create: CredentialActions["createKeys"];
  onClose: () => void;
}

/** Has a pair of keys for Web Push made at the server, which keeps the private one to itself. */
export function CreateKeys({ appId, kept, create, onClose }: CreateKeysProps) {
  const { label, help, example } = providers.webpush.fields.subject;
  return (
    <DialogForm
      open
      onOpenChange={onClose}
      title={kept ? "Create new keys?" : "Create keys"}
      description="Your pages subscribe browsers with the public key. The private key is generated here, encrypted and never shown."
      schema={webPushKeysSchema}
      initial={{ appId, subject: kept?.settings["subject"] ?? "" }}
      action={create}
      onDone={() => {
        toast.success("Keys created", { description: "Subscribe browsers with the public key." });
      }}
      submit={kept ? "Replace the keys" : "Create keys"}
    >
      {kept && <LostDevices kept={kept} />}
      <ExactField<Input>
        path="subject"
        label={label}
        hint={help.replaceAll("`", "")}
        placeholder={example}
      />
    </DialogForm>
  );
}
