"use client";

import { useState } from "react";
import type { z } from "zod";
import { Form } from "@/components/form/form";
import { SubmitButton } from "@/components/form/form-element";
import { SecretField } from "@/components/form/secret-field";
import { toast } from "@/components/ui/toast";
import type { changePassword } from "@/lib/directory/member/change-self";
import { changePasswordSchema } from "@/lib/inputs/member";
import type { ActionOf } from "@/lib/verb/answer";

type ChangePassword = z.input<typeof changePasswordSchema>;

interface PasswordFormProps {
  /** Of the account, for password managers. */
  email: string;
  change: ActionOf<typeof changePassword>;
}

/** Another password, for who knows the present one. */
export function PasswordForm({ email, change }: PasswordFormProps) {
  // Done, it is empty again.
  const [times, setTimes] = useState(0);
  const done = () => {
    setTimes((before) => before + 1);
    toast.success("Changed your password", {
      description: "You are signed out in every other browser.",
    });
  };
  return (
    <Form
      key={times}
      label="Password"
      schema={changePasswordSchema}
      initial={{ current: "", password: "" }}
      action={change}
      onDone={done}
      className="space-y-4"
    >
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <SecretField<ChangePassword>
        path="current"
        label="Current password"
        autoComplete="current-password"
      />
      <SecretField<ChangePassword>
        path="password"
        label="New password"
        hint="At least 10 characters. Changing it signs you out in every other browser."
        autoComplete="new-password"
      />
      <SubmitButton variant="secondary">Change password</SubmitButton>
    </Form>
  );
}
