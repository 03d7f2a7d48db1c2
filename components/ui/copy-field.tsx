"use client";

import { CopyButton } from "./copy-button";
import { Field } from "./field";
import { Input } from "./input";

interface CopyFieldProps {
  label: string;
  hint?: string;
  text: string;
  /** What is copied: "link". */
  what: string;
  className?: string;
}

/** A text that is only there to be copied. */
export function CopyField({ text, what, ...field }: CopyFieldProps) {
  return (
    <Field {...field}>
      {(aria) => (
        <div className="flex items-center gap-2">
          <Input
            {...aria}
            readOnly
            value={text}
            spellCheck={false}
            className="code text-sm"
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton key={text} text={text} what={what} className="h-9 shrink-0">
            Copy
          </CopyButton>
        </div>
      )}
    </Field>
  );
}
