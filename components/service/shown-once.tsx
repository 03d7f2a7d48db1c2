"use client";

import type { ReactNode } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

/** A secret that is shown once. */
export interface Secret {
  /** Of the dialog. */
  title: string;
  /** What is copied: "Service key". */
  what: string;
  text: string;
  /** What to do with it, and until when. */
  next: ReactNode;
}

/** Shows a secret the one time that it is known, until it is closed. */
export function ShownOnce({ secret, done = "Done", onClose }: { secret: Secret | undefined; done?: string; onClose: () => void }) {
  if (!secret) return null;
  const { title, what, text, next } = secret;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      footer={
        <Button variant="primary" onClick={onClose}>
          {done}
        </Button>
      }
    >
      <div className="space-y-4">
        <Banner kind="warning" title="Copy it now">
          Clarion stores it unreadably, so it can’t be shown again.
        </Banner>
        <Field label={what}>
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
              <CopyButton text={text} what={what.toLowerCase()} className="h-9 shrink-0">
                Copy
              </CopyButton>
            </div>
          )}
        </Field>
        <p className="text-sm text-ink-muted">{next}</p>
      </div>
    </Dialog>
  );
}
