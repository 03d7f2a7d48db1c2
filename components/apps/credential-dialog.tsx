"use client";

import { useMemo, useRef, useState, type ClipboardEvent } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { DialogForm } from "@/components/form/dialog-form";
import { FileField } from "@/components/form/file-field";
import { Banner } from "@/components/ui/banner";
import { SubmitButton } from "@/components/form/form-element";
import { toast } from "@/components/ui/toast";
import type { CredentialRow } from "@/lib/directory/app/read";
import { limitsOf, type Description } from "@/lib/describe/description";
import { providers } from "@/lib/describe/providers";
import { credentialFormSchema, type WrittenCredential } from "@/lib/inputs/credential";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import type { SaveCredential } from "./app-actions";
import { CredentialFields } from "./credential-fields";
import { keyFiles, mostKeyFileBytes, pastedServiceAccount, readKeyFile } from "./key-file";
import { LostDevices } from "./lost-devices";
import { providerName } from "./provider-look";

interface CredentialDialogProps {
  appId: string;
  provider: ProviderKind;
  kept: CredentialRow | undefined;
  save: SaveCredential;
  onClose: () => void;
}

/** Asks for a credential, which its provider is shown before it is kept. Where nobody can be asked it can be kept all the same. */
export function CredentialDialog({ appId, provider, kept, save, onClose }: CredentialDialogProps) {
  const schema = useMemo(() => credentialFormSchema(provider, kept !== undefined), [provider, kept]);
  const [unreached, setUnreached] = useState<Unreached>();
  const sent = useRef("");
  const unchecked = useRef(false);
  const name = providerName(provider);
  return (
    <DialogForm
      open
      onOpenChange={onClose}
      title={name}
      description={providers[provider].help}
      schema={schema}
      initial={{ appId, provider, credential: kept?.settings ?? {} }}
      revision={kept?.revision}
      closes={false}
      edited={unreached !== undefined}
      action={(input) => {
        const isUnchecked = unchecked.current;
        unchecked.current = false;
        sent.current = textOf(input.credential);
        return save({ ...input, unchecked: isUnchecked });
      }}
      onDone={(done) => {
        if (done.kind === "unreached") return setUnreached({ says: done.says, of: sent.current });
        toast.success(done.checked ? `${name} accepted the credential` : "Saved without a check");
        onClose();
      }}
      submit={provider === "webpush" ? "Save" : unreached === undefined ? "Check and save" : "Check again and save"}
    >
      {unreached && <NotChecked {...unreached} hasKept={kept !== undefined} onAnyway={() => (unchecked.current = true)} />}
      <Fields provider={provider} kept={kept} />
    </DialogForm>
  );
}

interface Unreached {
  says: string;
  /** What it was said of. */
  of: string;
}

const textOf = (credential: WrittenCredential["credential"]) =>
  JSON.stringify(Object.entries(credential).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** Why it was not checked, and the way to keep it all the same; gone once something else is written, which nobody has tried to check. */
function NotChecked({ says, of, hasKept, onAnyway }: Unreached & { hasKept: boolean; onAnyway: () => void }) {
  const { control } = useFormContext<WrittenCredential>();
  const written = useWatch({ control, name: "credential" });
  if (textOf(written) !== of) return null;
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
      {says} {hasKept && "The credential before stays in use. "}Try again later, or save it as it stands.
    </Banner>
  );
}

/** Whether something that is seldom changed was: an address of one's own, a certificate. */
function isUnusual(provider: ProviderKind, settings: Readonly<Record<string, string>>): boolean {
  const { fields }: Description = providers[provider];
  return Object.entries(fields).some(([name, field]) => {
    const { required, fallback } = limitsOf(field);
    return !required && settings[name] !== undefined && settings[name] !== fallback;
  });
}

function Fields({ provider, kept }: { provider: ProviderKind; kept: CredentialRow | undefined }) {
  const { setValue } = useFormContext<WrittenCredential>();
  const [file, setFile] = useState<File>();
  const [wrong, setWrong] = useState<string>();
  const asked = keyFiles[provider];
  const fill = (members: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(members))
      setValue(`credential.${name}`, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  };
  const take = async (chosen: File) => {
    const read = readKeyFile(provider, chosen.name, await chosen.text());
    setFile("members" in read ? chosen : undefined);
    setWrong("wrong" in read ? read.wrong : undefined);
    if ("members" in read) fill(read.members);
  };
  const onPaste = (event: ClipboardEvent) => {
    const members = provider === "fcm" ? pastedServiceAccount(event.clipboardData.getData("text")) : undefined;
    if (!members) return;
    event.preventDefault();
    setWrong(undefined);
    fill(members);
  };
  return (
    <div className="space-y-5" onPaste={onPaste}>
      {asked && (
        <FileField
          {...asked}
          most={mostKeyFileBytes}
          file={file}
          error={wrong}
          onFile={(chosen) => void take(chosen).catch(() => setWrong("This file cannot be read."))}
        />
      )}
      <CredentialFields provider={provider} kept={kept !== undefined} unfolded={kept !== undefined && isUnusual(provider, kept.settings)} />
      {provider === "webpush" && kept && <OtherKey kept={kept} />}
    </div>
  );
}

/** Tells what another public key costs. */
function OtherKey({ kept }: { kept: CredentialRow }) {
  const { control } = useFormContext<WrittenCredential>();
  const written = useWatch({ control, name: "credential.publicKey" });
  // The same key may be spelled in several ways.
  const read = providers.webpush.fields.publicKey.check.safeParse(written).data ?? written;
  return read === kept.settings["publicKey"] ? null : <LostDevices kept={kept} />;
}
