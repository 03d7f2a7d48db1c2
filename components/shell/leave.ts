"use client";

import { leavePage } from "@/components/form/unsaved/unsaved";
import { toast } from "@/components/ui/toast";
import { noAnswerTryAgain } from "@/lib/inputs/answer";
import { paths } from "@/lib/inputs/paths";
import { signOut } from "./auth-call";

/**
 * Signs out, after a question when something on the page is not saved, and reloads the sign-in
 * page, so that nothing of the old session stays in memory.
 */
export function leave(): void {
  leavePage(() => {
    void signOut().then((done) => {
      if (done) window.location.assign(paths.signIn());
      else toast.error("You are still signed in", { description: noAnswerTryAgain });
    });
  });
}
