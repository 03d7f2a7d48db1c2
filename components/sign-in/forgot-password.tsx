"use client";

import Link from "next/link";
import { useState } from "react";
import type { z } from "zod";
import { Form } from "@/components/form/form";
import { SubmitButton } from "@/components/form/form-element";
import { ExactField } from "@/components/form/text-field";
import { Banner } from "@/components/ui/banner";
import { Verbatim } from "@/components/ui/verbatim";
import type { Answer } from "@/lib/inputs/answer";
import { forgotSchema } from "@/lib/inputs/member";
import { paths } from "@/lib/inputs/paths";

type ForgotInput = z.input<typeof forgotSchema>;

/**
 * Asks for the address of an account whose password was forgotten. What it says then is the same
 * for every address.
 */
export function ForgotPassword({ ask }: { ask: (input: ForgotInput) => Promise<Answer<void>> }) {
  const [sent, setSent] = useState<string>();
  return (
    <>
      {sent !== undefined && (
        <Banner
          kind="success"
          announce
          title="If there is an account with this address, a link is on its way"
          className="mb-5"
        >
          <Verbatim className="break-all">{sent}</Verbatim>. The link works once, for 30 minutes. If
          nothing comes, look among unwanted mail, or ask an owner for a link.
        </Banner>
      )}
      <Form
        label="Forgotten password"
        schema={forgotSchema}
        initial={{ email: "" }}
        action={ask}
        onDone={(_, { email }) => setSent(email.trim())}
        className="space-y-4"
      >
        <ExactField<ForgotInput>
          path="email"
          label="E-mail address"
          type="email"
          autoComplete="username"
        />
        <SubmitButton size="lg" className="w-full">
          {sent === undefined ? "Send link" : "Send another link"}
        </SubmitButton>
      </Form>
      <BackToSignIn />
    </>
  );
}

/** Leads back to where one signs in. */
export function BackToSignIn() {
  return (
    <p className="mt-4 text-center text-base">
      <Link
        href={paths.signIn()}
        prefetch={false}
        className="text-ink-muted underline underline-offset-2 hover:text-ink"
      >
        Back to sign-in
      </Link>
    </p>
  );
}
