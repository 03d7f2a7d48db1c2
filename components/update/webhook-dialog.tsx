"use client";

import { CheckboxesField } from "@/components/form/checkbox-field";
import { ChoiceField } from "@/components/form/choice-field";
import { DialogForm } from "@/components/form/dialog-form";
import { UrlField, type Spelling } from "@/components/form/text-field";
import { useHeld } from "@/components/form/use-field";
import { toast } from "@/components/ui/toast";
import type { ListedWebhook } from "@/lib/directory/webhook/list";
import { webhookFormSchema, type WebhookWritten } from "@/lib/inputs/webhook";
import { updateKinds } from "@/lib/interface/update";
import type { WebhookActions } from "./update-actions";
import { kindWords } from "./updates-text";

/** An authentication that can be chosen. */
export interface ChosenAuth {
  id: string;
  name: string;
}

interface WebhookDialogProps {
  serviceId: string;
  /** The one that is changed; absent for a new one. */
  webhook?: ListedWebhook;
  auths: readonly ChosenAuth[];
  actions: Pick<WebhookActions, "add" | "change">;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called with the secret of a new one. */
  onSecret?: (secret: string) => void;
}

/** Asks for a webhook. */
export function WebhookDialog({
  serviceId,
  webhook,
  auths,
  actions,
  open,
  onOpenChange,
  onSecret,
}: WebhookDialogProps) {
  return (
    <DialogForm
      open={open}
      onOpenChange={onOpenChange}
      title={webhook ? "Change webhook" : "New webhook"}
      thing={webhook?.id}
      description={
        webhook
          ? "Waiting updates also use the new address and authentication."
          : "Gets the updates of all messages of this service, besides the notify URL of each."
      }
      schema={webhookFormSchema}
      initial={{
        url: webhook?.url ?? "",
        kinds: webhook?.kinds ?? [...updateKinds],
        notifyAuthId: webhook?.notifyAuthId ?? "",
      }}
      action={async (input): ReturnType<typeof actions.add> => {
        if (!webhook) return actions.add({ serviceId, ...input });
        const answer = await actions.change({ id: webhook.id, ...input });
        return answer.ok ? { ok: true, value: { id: webhook.id, secret: "" } } : answer;
      }}
      revision={webhook?.revision}
      onDone={({ secret }) => {
        if (webhook) toast.success("Saved");
        else onSecret?.(secret);
      }}
      submit={webhook ? "Save" : "Add webhook"}
    >
      <UrlField<WebhookWritten>
        path="url"
        label="Address"
        placeholder="https://crm.example.com/hooks/push"
      />
      <CheckboxesField<WebhookWritten>
        path="kinds"
        label="Updates that it gets"
        columns
        options={kindOptions}
      />
      <AuthField auths={auths} />
    </DialogForm>
  );
}

const kindOptions = updateKinds.map((value) => ({ value, ...kindWords[value] }));

/** An option needs a value, and "" is none. */
const none = " ";
const orNone: Spelling = {
  toText: (value) => (typeof value === "string" && value !== "" ? value : none),
  toValue: (value) => (value === none ? "" : value),
};

function AuthField({ auths }: { auths: readonly ChosenAuth[] }) {
  const { fieldValue } = useHeld<WebhookWritten, "notifyAuthId">("notifyAuthId");
  const isMissing = fieldValue !== "" && !auths.some(({ id }) => id === fieldValue);
  return (
    <ChoiceField<WebhookWritten>
      path="notifyAuthId"
      label="Authentication"
      optional={false}
      hint="Updates are always signed."
      spelling={orNone}
      options={[
        { value: none, label: "None" },
        ...auths.map(({ id, name }) => ({ value: id, label: name, named: true, description: id })),
        ...(isMissing ? [{ value: fieldValue, label: fieldValue, description: "Removed" }] : []),
      ]}
    />
  );
}
