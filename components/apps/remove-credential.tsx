"use client";

import { useCall } from "@/components/form/use-call";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import type { CredentialRow } from "@/lib/directory/app/read";
import type { CredentialActions } from "./app-actions";
import { devicesText } from "./devices-text";
import { providerName } from "./provider-look";

interface RemoveCredentialProps {
  app: { id: string; name: string };
  kept: CredentialRow;
  remove: CredentialActions["remove"];
  onClose: () => void;
}

/** Asks before a credential is removed, and says whom it leaves out of reach. */
export function RemoveCredential({ app, kept, remove, onClose }: RemoveCredentialProps) {
  const { pending, run } = useCall();
  const name = providerName(kept.provider);
  const go = () =>
    run(
      () => remove({ appId: app.id, provider: kept.provider }),
      () => {
        toast.success(`Removed ${name}`);
        onClose();
      },
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Remove ${name} from ${app.name}?`}
      description={
        kept.devices === 0
          ? "No device is reached with it at present."
          : `${devicesText(kept)} can no longer be reached. New messages skip them; messages in progress wait for a new credential, or expire.`
      }
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" loading={pending} onClick={go}>
            Remove the credential
          </Button>
        </>
      }
    >
      <p className="text-sm text-ink-muted">Its keys are deleted here, and have to be entered again. At {name} nothing changes.</p>
    </Dialog>
  );
}
