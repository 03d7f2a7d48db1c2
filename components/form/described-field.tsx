"use client";

import { useState, type ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { limitsOf, mask, type Field } from "@/lib/describe/description";
import { ChoiceField } from "./choice-field";
import { PresetField } from "./preset-field";
import { SecretField } from "./secret-field";
import { ExactField, UrlField } from "./text-field";
import { useField, type PathOf } from "./use-field";

interface DescribedFieldProps<V extends FieldValues> {
  path: PathOf<V>;
  field: Field;
  hint: ReactNode;
  /** Whether it has a value that is stored; a stored secret is not shown, only replaced. */
  isStored: boolean;
  /** Called when a stored secret is to have another value. */
  onReplace?: () => void;
}

/** Shows the field of a form for one member of a description. */
export function DescribedField<V extends FieldValues>({
  path,
  field,
  hint,
  isStored,
  onReplace,
}: DescribedFieldProps<V>) {
  const { label, type, secret, options = {}, presets, example } = field;
  const common = { path, label, hint };
  if (secret)
    return (
      <DescribedSecret<V>
        {...common}
        multiline={type === "lines"}
        isStored={isStored}
        onReplace={onReplace}
      />
    );
  if (presets) return <PresetField<V> {...common} presets={presets} />;
  if (type === "choice")
    return (
      <ChoiceField<V>
        {...common}
        options={Object.entries(options).map(([value, text]) => ({ value, label: text }))}
      />
    );
  if (type === "url")
    return <UrlField<V> {...common} placeholder={limitsOf(field).fallback ?? example} />;
  if (type === "lines")
    return <ExactField<V> {...common} multiline controlClassName="code max-h-28 text-xs" />;
  return <ExactField<V> {...common} placeholder={example} />;
}

interface DescribedSecretProps<V extends FieldValues> {
  path: PathOf<V>;
  label: string;
  hint: ReactNode;
  multiline: boolean;
  isStored: boolean;
  onReplace: (() => void) | undefined;
}

function DescribedSecret<V extends FieldValues>({
  isStored,
  onReplace,
  ...props
}: DescribedSecretProps<V>) {
  const { path, label } = props;
  const { fieldValue, error } = useField<V>(path);
  const [replacing, setReplacing] = useState(false);
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
          aria-label={`Replace: ${label}`}
          onClick={() => {
            setReplacing(true);
            onReplace?.();
          }}
        >
          Replace
        </Button>
      </div>
    );
  return (
    <SecretField<V>
      {...props}
      optional={false}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed
      autoFocus={replacing}
      controlClassName="code max-h-28 text-xs"
    />
  );
}
