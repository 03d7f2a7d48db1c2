"use client";

import { useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Question } from "@/components/ui/overlay/question";
import type { signOutEverywhere } from "@/lib/directory/member/sign-out-everywhere";
import { noAnswerTryAgain } from "@/lib/inputs/answer";
import { paths } from "@/lib/inputs/paths";
import type { ActionOf } from "@/lib/verb/answer";
import { signOut } from "./auth-call";

interface SignOutEverywhereProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  action: ActionOf<typeof signOutEverywhere>;
}

/** Asks, and then ends every session of the member. */
export function SignOutEverywhere({ open, onOpenChange, action }: SignOutEverywhereProps) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const close = () => {
    setFailed(false);
    onOpenChange(false);
  };
  const run = async () => {
    setBusy(true);
    setFailed(false);
    try {
      if (!(await action({})).ok) throw new Error("The sessions were not ended.");
      // The session is over already; this takes its cookie away.
      await signOut();
      window.location.assign(paths.signIn({ left: "everywhere" }));
    } catch {
      setBusy(false);
      setFailed(true);
    }
  };
  return (
    <Question
      open={open}
      onClose={close}
      size="sm"
      title="Sign out everywhere?"
      description="Ends your sessions in all browsers and on all devices, including this one. Messages and campaigns in progress continue."
      keep="Stay signed in"
      go="Sign out everywhere"
      pending={busy}
      onGo={() => void run()}
    >
      {failed && (
        <Banner kind="danger" announce title="You are still signed in">
          {noAnswerTryAgain}
        </Banner>
      )}
    </Question>
  );
}
