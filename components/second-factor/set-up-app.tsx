"use client";

import { useState } from "react";
import type { z } from "zod";
import { DialogForm } from "@/components/form/dialog-form";
import { SecretField } from "@/components/form/secret-field";
import { TextField } from "@/components/form/text-field";
import { codeKinds } from "@/components/sign-in/code-kinds";
import { CopyButton } from "@/components/ui/copy-button";
import { verbatim } from "@/components/ui/verbatim";
import type { AppSetup } from "@/lib/directory/second-factor/app";
import { confirmAppSchema, currentPasswordSchema } from "@/lib/inputs/second-factor";
import type { FactorAdditionProps } from "./factor-actions";

/** Asks for the password, shows the secret, and takes the first code of the app. */
export function SetUpApp({ actions, onClose, onDone }: FactorAdditionProps) {
  const [setup, setSetup] = useState<AppSetup>();
  if (!setup)
    return (
      <DialogForm
        open
        onOpenChange={onClose}
        title="Set up an authenticator app"
        description="First confirm that it is you."
        schema={currentPasswordSchema}
        initial={{ current: "" }}
        action={actions.beginApp}
        onDone={setSetup}
        closes={false}
        submit="Continue"
      >
        <SecretField<z.input<typeof currentPasswordSchema>>
          path="current"
          label="Your password"
          autoComplete="current-password"
        />
      </DialogForm>
    );
  return (
    <DialogForm
      // Another form than the one before.
      key="confirm"
      open
      onOpenChange={onClose}
      title="Scan the code"
      description="Open your authenticator app or password manager and add an account."
      schema={confirmAppSchema}
      initial={{ setup: setup.setup, code: "" }}
      action={actions.confirmApp}
      onDone={onDone}
      closes={false}
      submit="Turn on"
    >
      <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start">
        {/* White around it in the dark as well: not every camera reads it the other way round. */}
        {/* oxlint-disable-next-line next/no-img-element -- a picture that is in the page already */}
        <img
          src={setup.qr}
          alt="QR code for your authenticator app"
          className="size-44 shrink-0 rounded-lg border border-line bg-white p-1"
        />
        <div className="min-w-0 text-sm text-ink-muted">
          <p>Can’t scan it? Type this key into the app instead:</p>
          <p {...verbatim} className="code mt-2 text-ink" data-testid="secret">
            {setup.secret}
          </p>
          <CopyButton text={setup.secret.replaceAll(" ", "")} what="key" className="mt-2">
            Copy key
          </CopyButton>
        </div>
      </div>
      <TextField<z.input<typeof confirmAppSchema>>
        path="code"
        {...codeKinds.app}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- what the window asks for stands below what it shows
        autoFocus
        hint="Six digits. It shows that the app is set up."
        controlClassName="code text-base tracking-wider"
      />
    </DialogForm>
  );
}
