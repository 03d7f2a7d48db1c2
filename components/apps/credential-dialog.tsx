"use client";

import { useRef, useState, type ClipboardEvent } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { DialogForm } from "@/components/form/dialog-form";
import { SubmitButton } from "@/components/form/form-element";
import { Banner } from "@/components/ui/banner";
import { isolated } from "@/components/ui/sentence";
import { toast } from "@/components/ui/toast";
import { applies, limitsOf, type Description } from "@/lib/describe/description";
import type { CredentialRow } from "@/lib/directory/app/read";
import { credentialFormSchema, type WrittenCredential } from "@/lib/inputs/credential";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { providers } from "@/lib/providers/credentials";
import type { SaveCredential } from "./app-actions";
import { CertificateFile } from "./certificate-file";
import { CredentialChoices, CredentialFields, isSeldom } from "./credential-fields";
import { pastedServiceAccount } from "./key-file";
import { KeyFile } from "./key-file-field";
import { LostDevices } from "./lost-devices";
import { providerName } from "./provider-look";

interface CredentialDialogProps {
  appId: string;
  provider: ProviderKind;
  storedCredential: CredentialRow | undefined;
  save: SaveCredential;
  onClose: () => void;
}

/**
 * Asks for a credential, which is checked with its provider before it is saved. If the provider
 * cannot be asked, it can be saved unchecked.
 */
export function CredentialDialog({
  appId,
  provider,
  storedCredential,
  save,
  onClose,
}: CredentialDialogProps) {
  const initial = initialOf(provider, storedCredential);
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>(initial);
  const schema = credentialFormSchema(provider, storedCredential?.settings, choices);
  const [unreached, setUnreached] = useState<FailedCheck>();
  const unchecked = useRef(false);
  const name = providerName(provider);
  return (
    <DialogForm
      open
      onOpenChange={onClose}
      title={name}
      description={providers[provider].help}
      schema={schema}
      initial={{ appId, provider, credential: initial }}
      revision={storedCredential?.revision}
      onLoaded={({ credential }) => setChoices(writtenIn(credential))}
      closes={false}
      edited={unreached !== undefined}
      action={(input) => {
        const isUnchecked = unchecked.current;
        unchecked.current = false;
        const { fields }: Description = providers[provider];
        const chosen = Object.entries(input.credential).filter(([name]) =>
          applies(fields, name, input.credential),
        );
        return save({ ...input, credential: Object.fromEntries(chosen), unchecked: isUnchecked });
      }}
      onDone={(done, { credential }) => {
        if (done.kind === "unreached")
          return setUnreached({ says: done.says, of: credentialText(credential) });
        toast.success(
          done.checked ? `${isolated(name)} accepted the credential` : "Saved without a check",
        );
        onClose();
      }}
      submit={
        provider === "webpush"
          ? "Save"
          : unreached === undefined
            ? "Check and save"
            : "Check again and save"
      }
    >
      {unreached && (
        <NotChecked
          {...unreached}
          hasStored={storedCredential !== undefined}
          onAnyway={() => (unchecked.current = true)}
        />
      )}
      <Fields
        provider={provider}
        credential={storedCredential}
        choices={choices}
        onChoose={(name, value) => setChoices({ ...choices, [name]: value })}
      />
    </DialogForm>
  );
}

interface FailedCheck {
  says: string;
  /** What it was said of. */
  of: string;
}

const credentialText = (credential: WrittenCredential["credential"]) =>
  JSON.stringify(Object.entries(credential).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/**
 * Why it was not checked, and the way to keep it all the same; gone once the form changes, since
 * that has not been checked.
 */
function NotChecked({
  says,
  of,
  hasStored,
  onAnyway,
}: FailedCheck & { hasStored: boolean; onAnyway: () => void }) {
  const { control } = useFormContext<WrittenCredential>();
  const credential = useWatch({ control, name: "credential" });
  if (credentialText(credential) !== of) return null;
  return (
    <Banner
      kind="warning"
      title="Not checked, and not saved yet"
      announce
      actions={
        <SubmitButton size="sm" variant="secondary" onClick={onAnyway}>
          Save without check
        </SubmitButton>
      }
    >
      {says} {hasStored && "The credential before stays in use. "}Try again later, or save it
      without the test.
    </Banner>
  );
}

/** What the fields hold at first: what is stored, and what counts where nothing was chosen. */
function initialOf(
  provider: ProviderKind,
  credential: CredentialRow | undefined,
): Record<string, string> {
  const { fields }: Description = providers[provider];
  const chosen = Object.entries(fields).flatMap(([name, field]) => {
    const { fallback } = limitsOf(field);
    return fallback !== undefined && !isSeldom(field) ? [[name, fallback]] : [];
  });
  return { ...(Object.fromEntries(chosen) as Record<string, string>), ...credential?.settings };
}

interface FieldsProps {
  provider: ProviderKind;
  credential: CredentialRow | undefined;
  choices: Readonly<Record<string, string>>;
  onChoose: (name: string, value: string) => void;
}

function Fields({ provider, credential, choices, onChoose }: FieldsProps) {
  const { setValue } = useFormContext<WrittenCredential>();
  // What was pasted takes the place of a file, and of what was wrong with it.
  const [pasted, setPasted] = useState(0);
  const fill = (members: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(members))
      setValue(`credential.${name}`, value, {
        shouldDirty: true,
        shouldTouch: true,
        shouldValidate: true,
      });
  };
  const onPaste = (event: ClipboardEvent) => {
    const members =
      provider === "fcm" ? pastedServiceAccount(event.clipboardData.getData("text")) : undefined;
    if (!members) return;
    event.preventDefault();
    setPasted(pasted + 1);
    fill(members);
  };
  return (
    <div className="space-y-5" onPaste={onPaste}>
      <CredentialChoices provider={provider} onChoose={onChoose} />
      {choices["signIn"] === "certificate" ? (
        <CertificateFile onFill={fill} />
      ) : (
        <KeyFile key={pasted} provider={provider} onFill={fill} />
      )}
      <CredentialFields
        provider={provider}
        storedSettings={credential?.settings}
        choices={choices}
      />
      {provider === "webpush" && credential && <OtherKey credential={credential} />}
    </div>
  );
}

/** Shows what another public key costs. */
function OtherKey({ credential }: { credential: CredentialRow }) {
  const { control } = useFormContext<WrittenCredential>();
  const publicKey = useWatch({ control, name: "credential.publicKey" });
  // The same key may be spelled in several ways.
  const read = providers.webpush.fields.publicKey.check.safeParse(publicKey).data ?? publicKey;
  return read === credential.settings["publicKey"] ? null : <LostDevices credential={credential} />;
}

/** The members of a credential that have a value. */
function writtenIn(
  credential: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(credential).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
}
