"use client";

import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

/** A link that is shown this once, to be copied and handed on. */
export function OnceLink({ label, url, children }: { label: string; url: string; children: ReactNode }) {
  return (
    <>
      <Field label={label} hint="Copy it now. It isn’t shown again.">
        {(aria) => (
          <div className="flex items-center gap-2">
            <Input {...aria} readOnly value={url} className="code text-sm" onFocus={(event) => event.currentTarget.select()} />
            <CopyButton text={url} what="link" className="h-9 shrink-0">
              Copy
            </CopyButton>
          </div>
        )}
      </Field>
      <p className="mt-4 text-base text-ink-muted">{children}</p>
    </>
  );
}
