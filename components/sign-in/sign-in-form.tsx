"use client";

import { useEffect, useRef, useState, type FormEvent } from "react";
import { enforcedDoor, signIn } from "@/components/shell/auth-call";
import { Button } from "@/components/ui/button";
import { Field, LabelledInput } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SecretToggle } from "@/components/ui/secret-toggle";
import { paths } from "@/lib/inputs/paths";
import { leaveFor } from "./leave-for";
import { RefusalBanner } from "./refusal-banner";
import { doorHref, type SignOnDoor } from "./sign-on-doors";
import { SignOnRequired } from "./sign-on-required";

const empty = "Must not be empty.";

/**
 * Asks for e-mail address and password; both stay in the form after a refusal. Only the server can
 * check them, so the form loads without the form library and the schemas. `next`: a path of this
 * site. `email`: the address of the account, if the link had one. `doors`: single sign-on
 * connections, to which an address without a password may lead.
 */
export function SignInForm({
  next,
  email = "",
  doors = [],
}: {
  next: string;
  email?: string;
  doors?: readonly SignOnDoor[];
}) {
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const underWay = useRef(false);
  const [sending, setSending] = useState(false);
  const [refusals, setRefusals] = useState<{ code: string; count: number; email: string }>();
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [isVisible, setVisible] = useState(false);
  // Switched off while it was sent, the button lost the focus.
  useEffect(() => {
    if (refusals && !form.current?.contains(document.activeElement)) button.current?.focus();
  }, [refusals]);

  const send = async (fields: FormData) => {
    const text = (name: string) => {
      const value = fields.get(name);
      return typeof value === "string" ? value : "";
    };
    const lacking = ["email", "password"].filter((name) => text(name) === "");
    if (doors.length > 0 && lacking.join() === "password") {
      const door = await enforcedDoor(text("email"));
      if (door !== undefined) return leaveFor(doorHref(door, next, text("email")));
    }
    setMissing(lacking);
    const [first] = lacking;
    if (first !== undefined)
      return form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    if (underWay.current) return;
    underWay.current = true;
    setSending(true);
    const code = await signIn(text("email"), text("password"));
    if (code === undefined) return leaveFor(next);
    if (code === "second") return leaveFor(paths.signIn({ next }));
    underWay.current = false;
    setSending(false);
    setRefusals((before) => ({ code, count: (before?.count ?? 0) + 1, email: text("email") }));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(new FormData(event.currentTarget));
  };
  const refusalView = ({
    code,
    count,
    email: refusedEmail,
  }: {
    code: string;
    count: number;
    email: string;
  }) => {
    const door = doors.find(({ id }) => code === `sign-on:${id}`);
    return door ? (
      <SignOnRequired key={count} name={door.name} href={doorHref(door.id, next, refusedEmail)} />
    ) : (
      <RefusalBanner key={count} code={code} />
    );
  };
  const wrong = (name: string) => (missing.includes(name) ? empty : undefined);
  return (
    // Sent before the page is alive it must not put a password into the address.
    <form
      ref={form}
      method="post"
      onSubmit={submit}
      aria-label="Sign in"
      noValidate
      className="space-y-4"
    >
      {refusals && !sending && refusalView(refusals)}
      <LabelledInput
        label="E-mail address"
        error={wrong("email")}
        name="email"
        type="email"
        defaultValue={email}
        dir="auto"
        maxLength={254}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        aria-required
      />
      <Field label="Password" error={wrong("password")}>
        {(aria) => (
          <div className="relative">
            <Input
              {...aria}
              name="password"
              type={isVisible ? "text" : "password"}
              dir="auto"
              maxLength={256}
              autoComplete="current-password"
              autoCapitalize="none"
              spellCheck={false}
              aria-required
              className="pr-14"
            />
            <SecretToggle what="password" isVisible={isVisible} onChange={setVisible} />
          </div>
        )}
      </Field>
      <Button
        ref={button}
        type="submit"
        variant="primary"
        size="lg"
        loading={sending}
        className="w-full"
      >
        Sign in
      </Button>
    </form>
  );
}
