"use client";

import { useState, type FormEvent } from "react";
import { PasswordField } from "@/components/form/password-field";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { Answer, AnswerProblem } from "@/lib/inputs/answer";
import { signIn } from "./auth-call";

interface OwnerOf {
  code: string;
  email: string;
  name: string;
  password: string;
}

interface SetupFormProps {
  /** Makes the owner, or says what is wrong with which field. */
  action: (owner: OwnerOf) => Promise<Answer<void>>;
}

const fields = ["code", "name", "email", "password"] as const;

/** The first member makes themselves, with the code printed at start; then they are signed in. */
export function SetupForm({ action }: SetupFormProps) {
  const [owner, setOwner] = useState<OwnerOf>({ code: "", name: "", email: "", password: "" });
  const [problems, setProblems] = useState<readonly AnswerProblem[]>([]);
  const [busy, setBusy] = useState(false);
  const errorAt = (field: keyof OwnerOf) => problems.find(({ pointer }) => pointer === `/${field}`)?.message;
  const others = problems.filter(({ pointer }) => !fields.some((field) => pointer === `/${field}`));
  const set = (field: keyof OwnerOf) => (value: string) => {
    setOwner({ ...owner, [field]: value });
    setProblems(problems.filter(({ pointer }) => pointer !== `/${field}`));
  };

  const submit = async () => {
    setBusy(true);
    const answer = await action(owner).catch(() => ({
      ok: false as const,
      problems: [{ pointer: "", message: "That did not work. Is Clarion still running?" }],
    }));
    if (!answer.ok) {
      setProblems(answer.problems);
      setBusy(false);
      const first = fields.find((field) => answer.problems.some(({ pointer }) => pointer === `/${field}`));
      if (first) document.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      return;
    }
    const refused = await signIn(owner.email, owner.password);
    window.location.assign(refused === undefined ? "/" : "/sign-in");
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };

  return (
    // Sent before the page is alive it must not put the password into the address.
    <form method="post" onSubmit={onSubmit} aria-label="Set up" noValidate className="space-y-4">
      {others.map((problem) => (
        <Banner key={problem.message} kind="danger" announce>
          {problem.message}
        </Banner>
      ))}
      <Field label="Setup code" hint="Printed in the terminal when Clarion started." error={errorAt("code")}>
        {(control) => (
          <Input
            {...control}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="XXXX-XXXX-XXXX"
            value={owner.code}
            onChange={(event) => set("code")(event.target.value)}
            className="code text-base tracking-wider uppercase placeholder:normal-case"
          />
        )}
      </Field>
      <Field label="Your name" error={errorAt("name")}>
        {(control) => (
          <Input {...control} name="name" autoComplete="name" value={owner.name} onChange={(event) => set("name")(event.target.value)} />
        )}
      </Field>
      <Field label="E-mail address" hint="You sign in with it. Nothing is sent to it." error={errorAt("email")}>
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={owner.email}
            onChange={(event) => set("email")(event.target.value)}
          />
        )}
      </Field>
      <PasswordField
        value={owner.password}
        onChange={set("password")}
        hint="At least 10 characters. A few words in a row are easy to keep in mind."
        error={errorAt("password")}
        autoComplete="new-password"
      />
      <Button type="submit" variant="primary" size="lg" loading={busy} className="w-full">
        Create the owner and sign in
      </Button>
    </form>
  );
}
