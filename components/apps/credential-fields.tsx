"use client";

import { useState } from "react";
import { SegmentField } from "@/components/form/choice-field";
import { ExactField } from "@/components/form/exact-field";
import { UrlField } from "@/components/form/url-field";
import { useField } from "@/components/form/use-field";
import { Button } from "@/components/ui/button";
import { noPassword } from "@/components/ui/no-password";
import { SecretToggle } from "@/components/ui/secret-toggle";
import { applies, limitsOf, mask, type Description, type Field } from "@/lib/describe/description";
import { providers } from "@/lib/describe/providers";
import type { WrittenCredential } from "@/lib/inputs/credential";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { AddressField } from "./address-field";

/** Whether a field is seldom changed, so that it is folded away. */
export function isSeldom(field: Field): boolean {
  return !limitsOf(field).required && field.type !== "choice" && field.presets === undefined;
}

/** The choices that decide which other fields a credential has. */
export function CredentialChoices({
  provider,
  onChoose,
}: {
  provider: ProviderKind;
  onChoose: (name: string, value: string) => void;
}) {
  const { fields }: Description = providers[provider];
  return Object.entries<Field>(fields).map(
    ([name, { type, label, options = {} }]) =>
      type === "choice" && (
        <div key={name} data-path={`credential.${name}`}>
          <p aria-hidden className="mb-1.5 text-sm font-medium">
            {label}
          </p>
          <SegmentField<WrittenCredential>
            path={`credential.${name}`}
            label={label}
            options={Object.entries(options).map(([value, text]) => ({ value, label: text }))}
            onChoose={(value) => onChoose(name, value)}
          />
        </div>
      ),
  );
}

interface CredentialFieldsProps {
  provider: ProviderKind;
  /**
   * Settings of the credential that is stored, whose secret members stay where nothing is written.
   */
  storedSettings: Readonly<Record<string, string>> | undefined;
  choices: Readonly<Record<string, string>>;
}

/**
 * Shows the fields of a credential that apply to the current choices, as lib/describe defines them.
 * Seldom-changed fields are collapsed.
 */
export function CredentialFields({ provider, storedSettings, choices }: CredentialFieldsProps) {
  const { fields }: Description = providers[provider];
  const all = Object.entries<Field>(fields).filter(
    ([name, { type }]) => type !== "choice" && applies(fields, name, choices),
  );
  const seldom = all.filter(([, field]) => isSeldom(field));
  const isUnusual = seldom.some(
    ([name, field]) =>
      storedSettings?.[name] !== undefined && storedSettings[name] !== limitsOf(field).fallback,
  );
  const oneField = ([name, field]: [string, Field]) => (
    <OneField
      key={name}
      name={name}
      field={field}
      isStored={storedSettings !== undefined && applies(fields, name, storedSettings)}
    />
  );
  return (
    <>
      {all.filter(([, field]) => !isSeldom(field)).map(oneField)}
      {seldom.length > 0 && (
        <details open={isUnusual} className="group rounded-lg border border-line">
          <summary className="cursor-pointer rounded-lg px-3 py-2 text-sm font-medium text-ink-muted hover:text-ink">
            {seldom.some(([, { type }]) => type === "url")
              ? "Addresses and certificates"
              : "Certificates"}
          </summary>
          <div className="space-y-5 px-3 pt-2 pb-4">{seldom.map(oneField)}</div>
        </details>
      )}
    </>
  );
}

function OneField({ name, field, isStored }: { name: string; field: Field; isStored: boolean }) {
  const path = `credential.${name}` as const;
  const { label, secret, type, help, example } = field;
  // Words in backticks are members of files and addresses.
  const hint = help.replaceAll("`", "");
  if (secret)
    return (
      <SecretMember
        path={path}
        label={label}
        hint={hint}
        isStored={isStored}
        multiline={type === "lines"}
      />
    );
  if (field.presets)
    return <AddressField path={path} label={label} hint={hint} presets={field.presets} />;
  const common = { path, label, hint };
  if (type === "url")
    return (
      <UrlField<WrittenCredential> {...common} placeholder={limitsOf(field).fallback ?? example} />
    );
  return (
    <ExactField<WrittenCredential>
      {...common}
      multiline={type === "lines"}
      placeholder={type === "lines" ? "" : example}
      {...(type === "lines" && { controlClassName: "code max-h-28 text-xs" })}
    />
  );
}

interface SecretMemberProps {
  path: `credential.${string}`;
  label: string;
  hint: string;
  isStored: boolean;
  multiline: boolean;
}

/**
 * A secret: a stored one is never shown again, only replaced. What is typed is hidden until the
 * user chooses to show it.
 */
function SecretMember({ path, label, hint, isStored, multiline }: SecretMemberProps) {
  const { fieldValue, error } = useField<WrittenCredential>(path);
  const [replacing, setReplacing] = useState(false);
  const [isVisible, setVisible] = useState(false);
  const isWritten = typeof fieldValue === "string" && fieldValue !== "";
  if (isStored && !replacing && !isWritten && error === undefined)
    return (
      <div data-path={path} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div className="min-w-0">
          <p className="text-sm font-medium">{label}</p>
          <p className="text-sm text-ink-faint">
            <span aria-hidden>{mask}</span>
            <span className="sr-only">Saved and hidden</span>
          </p>
        </div>
        <Button
          size="sm"
          aria-label={`Replace ${label.toLowerCase()}`}
          onClick={() => setReplacing(true)}
        >
          Replace
        </Button>
      </div>
    );
  return (
    <ExactField<WrittenCredential>
      path={path}
      label={label}
      hint={hint}
      multiline={multiline}
      optional={false}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed
      autoFocus={replacing}
      {...noPassword}
      {...(!multiline && { type: isVisible ? "text" : "password" })}
      controlClassName={
        multiline && !isVisible
          ? "code max-h-28 pr-14 text-xs [-webkit-text-security:disc]"
          : "code max-h-28 pr-14 text-xs"
      }
      around={(control) => (
        <div className="relative">
          {control}
          <SecretToggle what={label.toLowerCase()} isVisible={isVisible} onChange={setVisible} />
        </div>
      )}
    />
  );
}
