"use client";

import { signIn } from "next-auth/react";
import { useState, type FormEvent } from "react";
import { PasswordField } from "@/components/form/password-field";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { refusalText } from "./refusal";

/** E-mail address and password. After a refusal both are still there. `next`: a path of this site. */
export function SignInForm({ next }: { next: string }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  const submit = async () => {
    setBusy(true);
    setRefusal(undefined);
    const answer = await signIn("credentials", { email: email.trim(), password, redirect: false }).catch(() => undefined);
    if (answer?.ok === true && !answer.error) {
      window.location.assign(next);
      return;
    }
    setRefusal(refusalText(answer?.error ?? "unreachable"));
    setBusy(false);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };

  return (
    <form onSubmit={onSubmit} aria-label="Sign in" className="space-y-4">
      {refusal && (
        <Banner kind="danger" announce>
          {refusal}
        </Banner>
      )}
      <Field label="E-mail address">
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <PasswordField value={password} onChange={setPassword} autoComplete="current-password" />
      <Button type="submit" variant="primary" size="lg" loading={busy} className="w-full">
        Sign in
      </Button>
    </form>
  );
}
