"use client";

import { useCall } from "@/components/form/use-call";
import { Question } from "@/components/ui/overlay/question";
import { isolated } from "@/components/ui/sentence";
import { Verbatim } from "@/components/ui/verbatim";
import type { CredentialRow } from "@/lib/directory/app/read";
import type { CredentialActions } from "./app-actions";
import { devicesText } from "./lost-devices";
import { providerName } from "./provider-look";

interface RemoveCredentialProps {
  app: { id: string; name: string };
  credential: CredentialRow;
  remove: CredentialActions["remove"];
  onClose: () => void;
}

/** Asks before a credential is removed, and says whom it leaves out of reach. */
export function RemoveCredential({ app, credential, remove, onClose }: RemoveCredentialProps) {
  const { pending, run } = useCall();
  const name = providerName(credential.provider);
  return (
    <Question
      onClose={onClose}
      title={
        <>
          Remove {name} from <Verbatim>{app.name}</Verbatim>?
        </>
      }
      description={
        credential.devices === 0
          ? "No device is reached with it at present."
          : `${devicesText(credential)} can no longer be reached. New messages skip them; messages in progress wait for a new credential, or expire.`
      }
      go="Remove the credential"
      pending={pending}
      onGo={() =>
        run(
          () => remove({ appId: app.id, provider: credential.provider }),
          `Removed ${isolated(name)}`,
          {
            done: onClose,
          },
        )
      }
    >
      <p className="text-sm text-ink-muted">
        Its keys are deleted here, and have to be entered again. At {name} nothing changes.
      </p>
    </Question>
  );
}
