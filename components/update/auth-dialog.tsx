"use client";

import { useState } from "react";
import { Prose } from "@/components/facts/prose";
import { ChoiceField } from "@/components/form/choice-field";
import { DescribedField } from "@/components/form/described-field";
import { DialogForm } from "@/components/form/dialog-form";
import { ExactField, TextField } from "@/components/form/text-field";
import { CopyButton } from "@/components/ui/copy-button";
import { isolated } from "@/components/ui/sentence";
import { toast } from "@/components/ui/toast";
import { Code } from "@/components/ui/verbatim";
import { limitsOf, type Description } from "@/lib/describe/description";
import { notifyAuths, type NotifyAuthKind } from "@/lib/describe/notify-auths";
import type { ListedNotifyAuth } from "@/lib/directory/notify-auth/list";
import { notifyAuthForm, notifyAuthKinds, type NotifyAuthWritten } from "@/lib/inputs/notify-auth";
import type { AuthActions } from "./update-actions";

interface AuthDialogProps {
  serviceId: string;
  /** The one that is changed; absent for a new one. */
  auth?: ListedNotifyAuth;
  actions: Pick<AuthActions, "add" | "change">;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const described = (kind: NotifyAuthKind): Description => notifyAuths[kind];
const secretsOf = (kind: NotifyAuthKind) =>
  Object.entries(described(kind).fields).flatMap(([name, { secret }]) => (secret ? [name] : []));
/** What counts where nothing is chosen, of every kind: so that a choice shows it. */
const fallbacks = Object.fromEntries(
  notifyAuthKinds.flatMap((kind) =>
    Object.entries(described(kind).fields).map(
      ([name, field]) => [name, limitsOf(field).fallback ?? ""] as const,
    ),
  ),
);

/**
 * Asks for an authentication, by the description of its kind. Starts empty each time it is opened.
 */
export function AuthDialog(props: AuthDialogProps) {
  return props.open ? <OpenAuthDialog {...props} /> : null;
}

function OpenAuthDialog({ serviceId, auth, actions, open, onOpenChange }: AuthDialogProps) {
  const [kind, setKind] = useState<NotifyAuthKind>(auth?.kind ?? "bearer");
  const [replaced, setReplaced] = useState<readonly string[]>([]);
  const storedSecrets = new Set(
    auth?.kind === kind ? secretsOf(kind).filter((name) => !replaced.includes(name)) : [],
  );
  const schema = notifyAuthForm(kind, storedSecrets);
  const save = ({ id, revision, name, kind: chosen, fields }: NotifyAuthWritten) => {
    const newFields = Object.fromEntries(
      Object.keys(described(chosen).fields).flatMap((field) => {
        const value = fields[field];
        const isUnchanged = value === undefined || (storedSecrets.has(field) && value === "");
        return isUnchanged ? [] : [[field, value] as const];
      }),
    );
    const input = { serviceId, name, kind: chosen, fields: newFields };
    return auth
      ? actions.change({ ...input, id: auth.id, revision })
      : actions.add({ ...input, ...(id !== undefined && { id }) });
  };
  return (
    <DialogForm
      open={open}
      onOpenChange={onOpenChange}
      title={auth ? `Change ${isolated(auth.name)}` : "New authentication"}
      description="How Clarion proves itself where it sends delivery updates."
      schema={schema}
      initial={{
        id: undefined,
        name: auth?.name ?? "",
        kind,
        fields: { ...fallbacks, ...auth?.settings },
      }}
      action={save}
      revision={auth?.revision}
      onLoaded={({ kind: loaded }) => setKind(loaded)}
      onDone={({ id }) => void toast.success(auth ? "Saved" : `Added ${id}`)}
      submit={auth ? "Save" : "Add authentication"}
    >
      <TextField<NotifyAuthWritten>
        path="name"
        label="Name"
        hint="Only your team sees this name."
      />
      {auth ? (
        <div>
          <p className="mb-1.5 text-sm font-medium">ID</p>
          <p className="flex items-center gap-2">
            <Code className="min-w-0 truncate text-sm">{auth.id}</Code>
            <CopyButton text={auth.id} what="ID" />
          </p>
        </div>
      ) : (
        <ExactField<NotifyAuthWritten>
          path="id"
          label="ID"
          hint={
            <>
              Requests use it as <Code>notifyurlAuthId</Code>. Leave it empty to have one generated.
              It can’t be changed later.
            </>
          }
          placeholder="crm-production"
        />
      )}
      <ChoiceField<NotifyAuthWritten>
        path="kind"
        label="Kind"
        hint={<Prose text={described(kind).help} />}
        options={notifyAuthKinds.map((value) => ({ value, label: described(value).label }))}
        onChoose={(value) => setKind(value as NotifyAuthKind)}
      />
      {Object.entries(described(kind).fields).map(([name, field]) => (
        <DescribedField<NotifyAuthWritten>
          key={`${kind} ${name}`}
          path={`fields.${name}`}
          field={field}
          hint={<Prose text={field.help} />}
          isStored={storedSecrets.has(name)}
          onReplace={() => setReplaced([...replaced, name])}
        />
      ))}
    </DialogForm>
  );
}
