"use client";

import type { ReactNode } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { Dialog } from "@/components/ui/overlay/dialog";

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

/** Shows a new secret until the dialog is closed. It cannot be shown again. */
export function ShownOnce({
  secret,
  done = "Done",
  onClose,
}: {
  secret: Secret | undefined;
  done?: string;
  onClose: () => void;
}) {
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
        <CopyField label={what} text={text} what={what.toLowerCase()} />
        <p className="text-sm text-ink-muted">{next}</p>
      </div>
    </Dialog>
  );
}
