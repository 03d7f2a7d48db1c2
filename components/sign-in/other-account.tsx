"use client";

import { useState } from "react";
import { signOut } from "@/components/shell/auth-call";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Verbatim } from "@/components/ui/verbatim";
import { noAnswerTryAgain } from "@/lib/inputs/answer";

/**
 * The signed-in member is not the one that a link is for: offers to sign out and come back to it.
 */
export function OtherAccount({ expected, present }: { expected: string; present: string }) {
  const [failed, setFailed] = useState(false);
  const leave = async () => {
    if (await signOut()) window.location.reload();
    else setFailed(true);
  };
  return (
    <>
      <Banner
        kind="warning"
        title={
          <>
            This link is for <Verbatim>{expected}</Verbatim>
          </>
        }
        className="mb-5"
      >
        You are signed in as {present}.
      </Banner>
      {failed && (
        <Banner kind="danger" announce className="mb-5">
          {noAnswerTryAgain}
        </Banner>
      )}
      <Button size="lg" className="w-full" onClick={() => void leave()}>
        Sign out and go on
      </Button>
    </>
  );
}
