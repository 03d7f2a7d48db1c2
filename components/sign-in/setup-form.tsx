"use client";

import type { z } from "zod";
import { Form } from "@/components/form/form";
import { SubmitButton } from "@/components/form/form-element";
import { SecretField } from "@/components/form/secret-field";
import { ExactField, TextField } from "@/components/form/text-field";
import { signIn } from "@/components/shell/auth-call";
import type { Answer } from "@/lib/inputs/answer";
import { setupSchema } from "@/lib/inputs/member";
import { paths } from "@/lib/inputs/paths";
import { leaveFor } from "./leave-for";

type Setup = z.input<typeof setupSchema>;

interface SetupFormProps {
  /** Makes the owner, or says what is wrong with which field. */
  action: (owner: Setup) => Promise<Answer<null>>;
}

/** The first member makes themselves, with the code printed at start; then they are signed in. */
export function SetupForm({ action }: SetupFormProps) {
  const makeAndSignIn = async (owner: Setup): Promise<Answer<string>> => {
    const answer = await action(owner);
    if (!answer.ok) return answer;
    const refused = await signIn(owner.email, owner.password);
    return { ok: true, value: refused === undefined ? "/" : paths.signIn() };
  };
  return (
    <Form
      label="Set up"
      schema={setupSchema}
      initial={{ code: "", name: "", email: "", password: "" }}
      action={makeAndSignIn}
      onDone={leaveFor}
      className="space-y-4"
    >
      <TextField<Setup>
        path="code"
        label="Setup code"
        hint="Printed in the terminal when Clarion started."
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="XXXX-XXXX-XXXX"
        controlClassName="code text-base tracking-wider uppercase placeholder:normal-case"
      />
      <TextField<Setup> path="name" label="Your name" autoComplete="name" />
      <ExactField<Setup>
        path="email"
        label="E-mail address"
        hint="You sign in with it."
        type="email"
        autoComplete="username"
      />
      <SecretField<Setup>
        path="password"
        label="Password"
        hint="At least 10 characters. Tip: use several words."
        autoComplete="new-password"
      />
      <SubmitButton size="lg" className="w-full">
        Create the owner and sign in
      </SubmitButton>
    </Form>
  );
}
