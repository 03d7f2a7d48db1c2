"use client";

import type { ReactNode } from "react";
import type { DefaultValues } from "react-hook-form";
import type { z } from "zod";
import { Form } from "@/components/form/form";
import { SubmitButton } from "@/components/form/form-element";
import type { FormSchema } from "@/components/form/resolver";
import { signIn } from "@/components/shell/auth-call";
import { LabelledInput } from "@/components/ui/field";
import type { Answer } from "@/lib/inputs/answer";
import { paths } from "@/lib/inputs/paths";
import { leaveFor } from "./leave-for";

interface AccountFormProps<S extends FormSchema> {
  label: string;
  /** Whose account it is: shown, and what one signs in with afterwards. */
  email: string;
  schema: S;
  initial: DefaultValues<z.input<S>>;
  action: (input: z.input<S>) => Promise<Answer<unknown>>;
  /** What the button says. */
  submit: string;
  /** Its fields; the one of the password is `password`. */
  children: ReactNode;
}

/** A form for a visitor with a link: it sets a password, and then signs in with it. */
export function AccountForm<S extends FormSchema>({
  label,
  email,
  schema,
  initial,
  action,
  submit,
  children,
}: AccountFormProps<S>) {
  const setAndSignIn = async (input: z.input<S>): Promise<Answer<string>> => {
    const done = await action(input);
    if (!done.ok) return done;
    const { password } = input as { password: string };
    return {
      ok: true,
      value: (await signIn(email, password)) === undefined ? "/" : paths.signIn(),
    };
  };
  return (
    <Form
      label={label}
      schema={schema}
      initial={initial}
      action={setAndSignIn}
      onDone={leaveFor}
      className="space-y-4"
    >
      <LabelledInput
        label="E-mail address"
        hint="You sign in with it."
        type="email"
        autoComplete="username"
        value={email}
        readOnly
      />
      {children}
      <SubmitButton size="lg" className="w-full">
        {submit}
      </SubmitButton>
    </Form>
  );
}
