"use client";

import { useEffect, useRef, useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SecretToggle } from "@/components/ui/secret-toggle";
import { signIn } from "./auth-call";
import { leaveFor } from "./leave-for";
import { RefusalBanner } from "./refusal-banner";

const empty = "Must not be empty.";

/**
 * E-mail address and password. After a refusal both are still there. Everybody waits for this page, and only the server can judge what is written in it: it
 * comes without the form library and the schemas. `next`: a path of this site.
 */
export function SignInForm({ next }: { next: string }) {
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const underWay = useRef(false);
  const [sending, setSending] = useState(false);
  const [refusals, setRefusals] = useState<{ code: string; count: number }>();
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [shown, setShown] = useState(false);
  // Switched off while it was sent, the button lost the focus.
  useEffect(() => {
    if (refusals && !form.current?.contains(document.activeElement)) button.current?.focus();
  }, [refusals]);

  const send = async (written: FormData) => {
    const text = (name: string) => {
      const value = written.get(name);
      return typeof value === "string" ? value : "";
    };
    const lacking = ["email", "password"].filter((name) => text(name) === "");
    setMissing(lacking);
    const [first] = lacking;
    if (first !== undefined) return form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    if (underWay.current) return;
    underWay.current = true;
    setSending(true);
    const code = await signIn(text("email"), text("password"));
    if (code === undefined) return leaveFor(next);
    underWay.current = false;
    setSending(false);
    setRefusals((before) => ({ code, count: (before?.count ?? 0) + 1 }));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(new FormData(event.currentTarget));
  };
  const wrong = (name: string) => (missing.includes(name) ? empty : undefined);
  return (
    // Sent before the page is alive it must not put a password into the address.
    <form ref={form} method="post" onSubmit={submit} aria-label="Sign in" noValidate className="space-y-4">
      {refusals && !sending && <RefusalBanner key={refusals.count} code={refusals.code} />}
      <Field label="E-mail address" error={wrong("email")}>
        {(aria) => (
          <Input
            {...aria}
            name="email"
            type="email"
            dir="auto"
            maxLength={254}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            aria-required
          />
        )}
      </Field>
      <Field label="Password" error={wrong("password")}>
        {(aria) => (
          <div className="relative">
            <Input
              {...aria}
              name="password"
              type={shown ? "text" : "password"}
              dir="auto"
              maxLength={256}
              autoComplete="current-password"
              autoCapitalize="none"
              spellCheck={false}
              aria-required
              className="pr-14"
            />
            <SecretToggle what="password" shown={shown} onChange={setShown} />
          </div>
        )}
      </Field>
      <Button ref={button} type="submit" variant="primary" size="lg" loading={sending} className="w-full">
        Sign in
      </Button>
    </form>
  );
}
