"use client";

import { KeyRound } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { z } from "zod";
import { DialogForm } from "@/components/form/dialog-form";
import { SecretField } from "@/components/form/secret-field";
import { TextField } from "@/components/form/text-field";
import { signWithPasskey, type AskPasskey } from "@/components/sign-in/passkey-call";
import { Button } from "@/components/ui/button";
import { noAnswerTryAgain, type Answer } from "@/lib/inputs/answer";
import { proofSchema } from "@/lib/inputs/second-factor";

type Proof = z.input<typeof proofSchema>;

interface ProofDialogProps<T> {
  title: string;
  description: ReactNode;
  submit: string;
  action: (proof: Proof) => Promise<Answer<T>>;
  /** How a passkey is asked for; undefined for who has none. */
  ask: AskPasskey | undefined;
  onClose: () => void;
  onDone: (value: T) => void;
}

/** Does something that takes the password and a code, or a passkey in its place. */
export function ProofDialog<T>({ action, ask, onClose, ...dialog }: ProofDialogProps<T>) {
  return (
    <DialogForm
      open
      onOpenChange={onClose}
      schema={proofSchema}
      initial={{ current: "", code: "" }}
      // A code that was written goes before a passkey that signed earlier.
      action={({ current, code, passkey }) =>
        action(code === "" ? { current, code, passkey } : { current, code })
      }
      closes={false}
      {...dialog}
    >
      <SecretField<Proof> path="current" label="Your password" autoComplete="current-password" />
      <SecondProof ask={ask} />
    </DialogForm>
  );
}

function SecondProof({ ask }: Pick<ProofDialogProps<never>, "ask">) {
  const { setValue, clearErrors, setError } = useFormContext<Proof>();
  const passkey = useWatch<Proof, "passkey">({ name: "passkey" });
  const [signing, setSigning] = useState(false);
  const sign = async (call: AskPasskey) => {
    setSigning(true);
    try {
      const challenge = await call({});
      const signed = challenge.ok ? await signWithPasskey(challenge.value) : undefined;
      if (signed === undefined)
        return setError("code", {
          type: "answer",
          message: "No passkey was used. Try again, or write a code.",
        });
      setValue("passkey", signed, { shouldDirty: true });
      clearErrors("code");
    } catch {
      setError("code", { type: "answer", message: noAnswerTryAgain });
    } finally {
      setSigning(false);
    }
  };
  return (
    <TextField<Proof>
      path="code"
      label="Code"
      optional={false}
      hint={
        passkey === undefined
          ? "From your authenticator app, or a recovery code."
          : "Your passkey signed: no code is needed."
      }
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      controlClassName="code text-base tracking-wider"
      below={
        ask && (
          <Button
            icon={KeyRound}
            size="sm"
            className="mt-2"
            loading={signing}
            onClick={() => void sign(ask)}
          >
            Use a passkey instead
          </Button>
        )
      }
    />
  );
}
