"use client";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Code } from "@/components/ui/verbatim";

/** Shows a signing secret for the only time. */
export function SecretOnce({
  title,
  secret,
  onClose,
}: {
  title: string;
  secret: string;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description="Copy the signing secret now: it is not shown again. The receiver checks with it that updates come from here."
      footer={
        <Button variant="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <p className="flex items-center gap-3 rounded-md border border-line bg-sunken p-3">
        <Code className="min-w-0 flex-1 text-sm break-all" data-testid="secret">
          {secret}
        </Code>
        <CopyButton text={secret} what="signing secret">
          Copy
        </CopyButton>
      </p>
    </Dialog>
  );
}
