"use client";

import { SegmentField } from "@/components/form/choice-field";
import { DescribedField } from "@/components/form/described-field";
import { applies, limitsOf, type Description, type Field } from "@/lib/describe/description";
import type { WrittenCredential } from "@/lib/inputs/credential";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { providers } from "@/lib/providers/credentials";

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
 * Shows the fields of a credential that apply to the current choices, as they are described.
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
    <DescribedField<WrittenCredential>
      key={name}
      path={`credential.${name}`}
      field={field}
      // Words in backticks are members of files and addresses.
      hint={field.help.replaceAll("`", "")}
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
