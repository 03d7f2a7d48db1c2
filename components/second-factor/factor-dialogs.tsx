"use client";

import { useState } from "react";
import { RenameDialog } from "@/components/form/rename-dialog";
import { isolated } from "@/components/ui/isolated";
import { toast } from "@/components/ui/toast";
import type { OwnFactors, PasskeyRow } from "@/lib/directory/second-factor/own";
import { AddPasskey } from "./add-passkey";
import type { FactorActions, GivenCodes } from "./factor-actions";
import { ProofDialog } from "./proof-dialog";
import { RecoveryCodes } from "./recovery-codes";
import { SetUpApp } from "./set-up-app";

/** What a member does to their second factors, and to which of them. */
export type Asking =
  | { what: "set up" | "remove app" | "add passkey" | "renew codes" }
  | { what: "rename" | "remove passkey"; passkey: PasskeyRow };

interface FactorDialogsProps {
  asking: Asking | undefined;
  factors: OwnFactors;
  actions: FactorActions;
  /** Whether this browser has passkeys. */
  supported: boolean;
  onClose: () => void;
}

const elsewhere = { description: "You are signed out in every other browser." };

/**
 * The dialog of what a member does to their second factors, and the recovery codes that come of it,
 * shown once.
 */
export function FactorDialogs({
  asking,
  factors: { appSince, passkeys },
  actions,
  supported,
  onClose,
}: FactorDialogsProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  const isLast = passkeys.length + (appSince === null ? 0 : 1) === 1;
  const done = (message: string) => {
    onClose();
    toast.success(message, elsewhere);
  };
  const doneWithCodes = (message: string) => (value: GivenCodes) => {
    done(message);
    if (value.codes) setCodes(value.codes);
  };
  const proof = {
    ask: passkeys.length > 0 && supported ? actions.askPasskey : undefined,
    onClose,
  };
  const after = isLast
    ? "You sign in with your password alone then, and your recovery codes stop working."
    : "Your other ways to sign in stay.";
  return (
    <>
      {asking?.what === "set up" && (
        <SetUpApp
          actions={actions}
          onClose={onClose}
          onDone={doneWithCodes("Your authenticator app is on")}
        />
      )}
      {asking?.what === "add passkey" && (
        <AddPasskey
          actions={actions}
          onClose={onClose}
          onDone={doneWithCodes("Added the passkey")}
        />
      )}
      {asking?.what === "remove app" && (
        <ProofDialog
          {...proof}
          title="Remove the authenticator app?"
          description={after}
          submit="Remove"
          action={actions.removeApp}
          onDone={() => done("Removed the authenticator app")}
        />
      )}
      {asking?.what === "remove passkey" && (
        <ProofDialog
          {...proof}
          title={`Remove ${isolated(asking.passkey.name)}?`}
          description={after}
          submit="Remove"
          action={(input) => actions.removePasskey({ ...input, id: asking.passkey.id })}
          onDone={() => done("Removed the passkey")}
        />
      )}
      {asking?.what === "renew codes" && (
        <ProofDialog
          {...proof}
          title="Create new recovery codes?"
          description="You get ten new ones. Those that you have stop working."
          submit="Create codes"
          action={actions.renewCodes}
          onDone={doneWithCodes("Created new recovery codes")}
        />
      )}
      {asking?.what === "rename" && (
        <RenameDialog
          open
          onOpenChange={onClose}
          title="Rename the passkey"
          thing={asking.passkey.id}
          hint="So that you know it again."
          name={asking.passkey.name}
          rename={({ name }) => actions.renamePasskey({ id: asking.passkey.id, name })}
          onRenamed={() => void toast.success("Renamed the passkey")}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  );
}
