"use client";

import type { z } from "zod";
import { Form } from "@/components/form/form";
import { SubmitButton } from "@/components/form/form-element";
import { SecretField } from "@/components/form/secret-field";
import { TextField } from "@/components/form/text-field";
import type { Answer } from "@/lib/inputs/answer";
import { credentialsSchema } from "@/lib/inputs/member";
import { signIn } from "./auth-call";
import { leaveFor } from "./leave-for";
import { RefusalBanner } from "./refusal-banner";

type Credentials = z.input<typeof credentialsSchema>;

/** Signs in; a refusal's code stands where its message would. */
async function trySignIn({ email, password }: Credentials): Promise<Answer<void>> {
  const code = await signIn(email, password);
  return code === undefined ? { ok: true, value: undefined } : { ok: false, problems: [{ pointer: "", message: code }] };
}

/** E-mail address and password. After a refusal both are still there. `next`: a path of this site. */
export function SignInForm({ next }: { next: string }) {
  return (
    <Form
      label="Sign in"
      schema={credentialsSchema}
      initial={{ email: "", password: "" }}
      action={trySignIn}
      onDone={() => leaveFor(next)}
      tell={(code) => <RefusalBanner code={code} />}
      className="space-y-4"
    >
      <TextField<Credentials>
        path="email"
        label="E-mail address"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SecretField<Credentials> path="password" label="Password" autoComplete="current-password" />
      <SubmitButton size="lg" className="w-full">
        Sign in
      </SubmitButton>
    </Form>
  );
}
