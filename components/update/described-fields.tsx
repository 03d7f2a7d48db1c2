"use client";

import { useFormContext } from "react-hook-form";
import { ChoiceField } from "@/components/form/choice-field";
import { ExactField } from "@/components/form/exact-field";
import { SecretField } from "@/components/form/secret-field";
import { UrlField } from "@/components/form/url-field";
import { Prose } from "@/components/reference/prose";
import { Button } from "@/components/ui/button";
import { Code } from "@/components/ui/code";
import { mask, type Description, type Field } from "@/lib/describe/description";
import type { NotifyAuthWritten } from "@/lib/inputs/notify-auth";

interface DescribedFieldsProps {
  what: Description;
  /** Secret fields that have a value, which stays. */
  storedSecrets: ReadonlySet<string>;
  /** Asked to have another value for one of them. */
  onReplace: (field: string) => void;
}

/**
 * Shows a field for each member of a description. A stored secret is not shown; it can be replaced.
 */
export function DescribedFields({ what, storedSecrets, onReplace }: DescribedFieldsProps) {
  const { setFocus } = useFormContext<NotifyAuthWritten>();
  return Object.entries(what.fields).map(([name, field]) =>
    storedSecrets.has(name) ? (
      <KeptSecret
        key={name}
        field={field}
        onReplace={() => {
          onReplace(name);
          // Once it is there.
          requestAnimationFrame(() => setFocus(`fields.${name}`));
        }}
      />
    ) : (
      <OneField key={name} name={name} field={field} />
    ),
  );
}

function OneField({ name, field }: { name: string; field: Field }) {
  const { label, type, secret, help, example, options } = field;
  const common = { path: `fields.${name}` as const, label, hint: <Prose text={help} /> };
  if (secret) return <SecretField<NotifyAuthWritten> {...common} />;
  if (type === "choice")
    return (
      <ChoiceField<NotifyAuthWritten>
        {...common}
        options={Object.entries(options ?? {}).map(([value, text]) => ({ value, label: text }))}
      />
    );
  if (type === "url") return <UrlField<NotifyAuthWritten> {...common} placeholder={example} />;
  return (
    <ExactField<NotifyAuthWritten> {...common} multiline={type === "lines"} placeholder={example} />
  );
}

function KeptSecret({ field: { label }, onReplace }: { field: Field; onReplace: () => void }) {
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">{label}</p>
      <div className="flex items-center gap-3">
        <Code className="text-ink-muted">
          <span aria-hidden>{mask}</span>
          <span className="sr-only">Stored, not shown</span>
        </Code>
        <Button size="sm" onClick={onReplace} aria-label={`Replace: ${label}`}>
          Replace
        </Button>
      </div>
    </div>
  );
}
