"use client";

import type { ReactNode } from "react";
import { CopyField } from "@/components/ui/copy-field";

/** A link that is shown this once, to be copied and handed on. */
export function OnceLink({
  label,
  url,
  children,
}: {
  label: string;
  url: string;
  children: ReactNode;
}) {
  return (
    <>
      <CopyField label={label} hint="Copy it now. It isn’t shown again." text={url} what="link" />
      <p className="mt-4 text-base text-ink-muted">{children}</p>
    </>
  );
}
