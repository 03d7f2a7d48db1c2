"use client";

import { useState, type ComponentType } from "react";
import type { z } from "zod";
import { RenameDialog } from "@/components/form/rename-dialog";
import { isolated } from "@/components/ui/sentence";
import { toast } from "@/components/ui/toast";
import type { OwnFactors, PasskeyRow } from "@/lib/directory/second-factor/list";
import type { Answer } from "@/lib/inputs/answer";
import type { proofSchema } from "@/lib/inputs/second-factor";
import { AddPasskey } from "./add-passkey";
import type { FactorActions, FactorAdditionProps, NewCodes } from "./factor-actions";
import { ProofDialog } from "./proof-dialog";
import { RecoveryCodes } from "./recovery-codes";
import { SetUpApp } from "./set-up-app";

/** What a member does to their second factors, and to which passkey. */
export type FactorQuestion =
  | { what: "setUpApp" | "addPasskey" | "removeApp" | "renewCodes"; passkey?: undefined }
  | { what: "renamePasskey" | "removePasskey"; passkey: PasskeyRow };

/** Adds a factor, in steps of its own. */
interface Addition {
  Dialog: ComponentType<FactorAdditionProps>;
  done: string;
}

/** Does what takes a proof. */
interface Question {
  title: (passkey: string) => string;
  /** Says what it brings about. Left out: what is said of a factor that is removed. */
  text?: string;
  submit: string;
  call: (
    actions: FactorActions,
    proof: z.input<typeof proofSchema>,
    passkeyId: string,
  ) => Promise<Answer<NewCodes | null>>;
  done: string;
}

const steps: Record<Exclude<FactorQuestion["what"], "renamePasskey">, Addition | Question> = {
  setUpApp: { Dialog: SetUpApp, done: "Your authenticator app is on" },
  addPasskey: { Dialog: AddPasskey, done: "Added the passkey" },
  removeApp: {
    title: () => "Remove the authenticator app?",
    submit: "Remove",
    call: ({ removeApp }, proof) => removeApp(proof),
    done: "Removed the authenticator app",
  },
  removePasskey: {
    title: (passkey) => `Remove ${isolated(passkey)}?`,
    submit: "Remove",
    call: ({ removePasskey }, proof, id) => removePasskey({ ...proof, id }),
    done: "Removed the passkey",
  },
  renewCodes: {
    title: () => "Create new recovery codes?",
    text: "You get ten new ones. Those that you have stop working.",
    submit: "Create codes",
    call: ({ renewCodes }, proof) => renewCodes(proof),
    done: "Created new recovery codes",
  },
};

interface FactorDialogsProps {
  asking: FactorQuestion | undefined;
  factors: OwnFactors;
  actions: FactorActions;
  /** Whether this browser has passkeys. */
  supported: boolean;
  onClose: () => void;
}

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
  const removal = isLast
    ? "You sign in with your password alone then, and your recovery codes stop working."
    : "Your other ways to sign in stay.";
  const step = asking && asking.what !== "renamePasskey" ? steps[asking.what] : undefined;
  const { id, name } = asking?.passkey ?? { id: "", name: "" };
  const finish = (message: string) => (value: NewCodes | null) => {
    onClose();
    toast.success(message, { description: "You are signed out in every other browser." });
    if (value?.codes) setCodes(value.codes);
  };
  return (
    <>
      {step && "Dialog" in step && (
        <step.Dialog actions={actions} onClose={onClose} onDone={finish(step.done)} />
      )}
      {step && "call" in step && (
        <ProofDialog
          title={step.title(name)}
          description={step.text ?? removal}
          submit={step.submit}
          action={(proof) => step.call(actions, proof, id)}
          ask={passkeys.length > 0 && supported ? actions.askPasskey : undefined}
          onClose={onClose}
          onDone={finish(step.done)}
        />
      )}
      {asking?.what === "renamePasskey" && (
        <RenameDialog
          open
          onOpenChange={onClose}
          title="Rename the passkey"
          thing={id}
          hint="So that you know it again."
          name={name}
          rename={(input) => actions.renamePasskey({ id, name: input.name })}
          onRenamed={() => void toast.success("Renamed the passkey")}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  );
}
