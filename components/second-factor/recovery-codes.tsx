"use client";

import { Download } from "lucide-react";
import { Banner } from "@/components/ui/banner";
import { saveFile } from "@/components/ui/browser/save-file";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { verbatim } from "@/components/ui/verbatim";

/** Shows new recovery codes once, to be copied or saved: only their hashes are stored. */
export function RecoveryCodes({
  codes,
  onClose,
}: {
  codes: readonly string[];
  onClose: () => void;
}) {
  const text = `${codes.join("\n")}\n`;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Save your recovery codes"
      description="Each signs you in once, after your password, when your phone or passkey is lost."
      footer={
        <Button variant="primary" onClick={onClose}>
          I saved them
        </Button>
      }
    >
      <div className="space-y-4">
        <Banner kind="warning" title="They aren’t shown again">
          Keep them where you find them without your phone, such as a password manager.
        </Banner>
        <ol
          aria-label="Recovery codes"
          {...verbatim}
          className="code grid grid-cols-1 gap-x-6 gap-y-1.5 rounded-lg border border-line px-4 py-3 text-sm sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={text} what="recovery codes">
            Copy
          </CopyButton>
          <Button
            icon={Download}
            size="sm"
            onClick={() =>
              saveFile(
                new Blob([`Recovery codes for Clarion at ${window.location.host}\n\n${text}`], {
                  type: "text/plain",
                }),
                "clarion-recovery-codes.txt",
              )
            }
          >
            Download
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
