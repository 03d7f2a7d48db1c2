"use client";

import { useState, type FormEvent } from "react";
import { PasswordField } from "@/components/form/password-field";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { signIn } from "./auth-call";
import { RefusalBanner } from "./refusal-banner";

/** E-mail address and password. After a refusal both are still there. `next`: a path of this site. */
export function SignInForm({ next }: { next: string }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  const submit = async () => {
    setBusy(true);
    setRefusal(undefined);
    const code = await signIn(email, password);
    if (code === undefined) {
      window.location.assign(next);
      return;
    }
    setRefusal(code);
    setBusy(false);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };

  return (
    // Sent before the page is alive it must not put the password into the address.
    <form method="post" onSubmit={onSubmit} aria-label="Sign in" className="space-y-4">
      {refusal !== undefined && <RefusalBanner code={refusal} />}
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
