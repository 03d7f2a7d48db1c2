"use client";

import { KeyRound } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent } from "react";
import { takeSecondStep } from "@/components/shell/auth-call";
import { Button } from "@/components/ui/button";
import { LabelledInput } from "@/components/ui/field";
import type { Factors } from "@/lib/auth/second-factor";
import type { Answer } from "@/lib/inputs/answer";
import { paths } from "@/lib/inputs/paths";
import { codeKinds } from "./code-kinds";
import { leaveFor } from "./leave-for";
import { hasPasskeys, type AskPasskey } from "./passkey-call";
import { RefusalBanner } from "./refusal-banner";
import { usePasskey } from "./use-passkey";

interface SecondStepFormProps {
  /** A path of this site. */
  next: string;
  factors: Factors;
  ask: AskPasskey;
  /** Ends this sign-in. */
  startOver: () => Promise<Answer<void>>;
}

const never = () => () => undefined;

/**
 * After the password: a code of an app, a recovery code, or a passkey. As the form before it comes
 * without the form library.
 */
export function SecondStepForm({ next, factors, ask, startOver }: SecondStepFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const underWay = useRef(false);
  const [kind, setKind] = useState<keyof typeof codeKinds>("app");
  const [sending, setSending] = useState(false);
  const [missing, setMissing] = useState(false);
  const [refusals, setRefusals] = useState<{ code: string; count: number }>();
  const refused = (code: string) =>
    setRefusals((before) => ({ code, count: (before?.count ?? 0) + 1 }));
  const { signing, sign } = usePasskey(next, ask, refused);
  const supported = useSyncExternalStore(never, hasPasskeys, () => true);
  const byPasskey = factors.passkeys && supported;
  const byCode = factors.app || kind === "recovery";
  useEffect(() => {
    if (kind === "recovery" || refusals) input.current?.select();
  }, [kind, refusals]);

  const send = async (code: string) => {
    setMissing(code === "");
    if (code === "") return input.current?.focus();
    if (underWay.current) return;
    underWay.current = true;
    setSending(true);
    const refusal = await takeSecondStep({ code });
    if (refusal === undefined) return leaveFor(next);
    underWay.current = false;
    setSending(false);
    refused(refusal);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = new FormData(event.currentTarget).get("code");
    void send(typeof code === "string" ? code.trim() : "");
  };
  const leave = async () => {
    await startOver().catch(() => undefined);
    await leaveFor(paths.signIn({ next }));
  };
  return (
    <div className="space-y-4">
      {refusals && !sending && !signing && (
        <RefusalBanner key={refusals.count} code={refusals.code} />
      )}
      {byCode && (
        // Sent before the page is alive it must not put a code into the address.
        <form
          method="post"
          onSubmit={submit}
          aria-label="Second step"
          noValidate
          className="space-y-4"
        >
          <LabelledInput
            {...codeKinds[kind]}
            error={missing ? "Must not be empty." : undefined}
            key={kind}
            ref={input}
            name="code"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is there for this one field
            autoFocus
            spellCheck={false}
            maxLength={40}
            aria-required
            className="code text-base tracking-wider"
          />
          <Button type="submit" variant="primary" size="lg" loading={sending} className="w-full">
            Continue
          </Button>
        </form>
      )}
      {byPasskey && (
        <Button
          icon={KeyRound}
          variant={byCode ? "secondary" : "primary"}
          size="lg"
          className="w-full"
          loading={signing}
          onClick={sign}
        >
          Use a passkey
        </Button>
      )}
      <div className="flex flex-wrap justify-between gap-2">
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            setKind(kind === "app" ? "recovery" : "app");
            setMissing(false);
            setRefusals(undefined);
          }}
        >
          {kind === "app" ? "Use a recovery code" : factors.app ? "Use your app" : "Back"}
        </Button>
        <Button variant="ghost" size="sm" onClick={() => void leave()}>
          Start over
        </Button>
      </div>
    </div>
  );
}
