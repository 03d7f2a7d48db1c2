"use client";

import type { z } from "zod";
import { SecretField } from "@/components/form/secret-field";
import { TextField } from "@/components/form/text-field";
import type { Answer } from "@/lib/inputs/answer";
import { acceptSchema, newPasswordSchema } from "@/lib/inputs/member";
import { AccountForm } from "./account-form";

type Accept = z.input<typeof acceptSchema>;
type NewPassword = z.input<typeof newPasswordSchema>;

interface LinkFormProps<I> {
  /** What the link ends with. */
  token: string;
  email: string;
  action: (input: I) => Promise<Answer<unknown>>;
}

const hint = "At least 10 characters. Tip: use several words.";

/** An invited person creates their account. */
export function AcceptForm({ token, email, action }: LinkFormProps<Accept>) {
  return (
    <AccountForm
      label="Accept the invitation"
      email={email}
      schema={acceptSchema}
      initial={{ token, name: "", password: "" }}
      action={action}
      submit="Create account and sign in"
    >
      <TextField<Accept> path="name" label="Your name" autoComplete="name" />
      <SecretField<Accept>
        path="password"
        label="Password"
        hint={hint}
        autoComplete="new-password"
      />
    </AccountForm>
  );
}

/** A member with a reset link sets a new password. */
export function NewPasswordForm({ token, email, action }: LinkFormProps<NewPassword>) {
  return (
    <AccountForm
      label="Set a new password"
      email={email}
      schema={newPasswordSchema}
      initial={{ token, password: "" }}
      action={action}
      submit="Set password and sign in"
    >
      <SecretField<NewPassword>
        path="password"
        label="New password"
        hint={hint}
        autoComplete="new-password"
      />
    </AccountForm>
  );
}
