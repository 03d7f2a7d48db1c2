"use client";

import { useState, useTransition } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import type { joinService } from "@/lib/directory/member/invitation";
import { answerOf, sentenceOf } from "@/lib/inputs/answer";
import type { ActionOf } from "@/lib/verb/answer";
import { leaveFor } from "./leave-for";

interface JoinButtonProps {
  token: string;
  /** Name of the service. */
  service: string;
  join: ActionOf<typeof joinService>;
}

/** Accepts an invitation as who is signed in, and goes to the service. */
export function JoinButton({ token, service, join }: JoinButtonProps) {
  const [pending, start] = useTransition();
  const [wrong, setWrong] = useState<string>();
  const accept = () =>
    start(async () => {
      setWrong(undefined);
      const answer = await answerOf(join({ token }));
      if (answer.ok) await leaveFor(`/?service=${answer.value.serviceId}`);
      else setWrong(sentenceOf(answer));
    });
  return (
    <>
      {wrong !== undefined && (
        <Banner kind="danger" announce className="mb-5">
          {wrong}
        </Banner>
      )}
      <Button variant="primary" size="lg" className="w-full" loading={pending} onClick={accept}>
        Join {service}
      </Button>
    </>
  );
}
