"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { sentenceOf, type Answer } from "@/lib/inputs/answer";

interface RemoveConnectionProps {
  id: string;
  name: string;
  remove: (input: { id: string }) => Promise<Answer<unknown>>;
}

/** Asks before a connection is removed. */
export function RemoveConnection({ id, name, remove }: RemoveConnectionProps) {
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const [pending, start] = useTransition();
  const goOn = () =>
    start(async () => {
      const answer = await remove({ id }).catch(() => undefined);
      if (answer?.ok !== true) return void toast.error(answer ? sentenceOf(answer) : "No answer from the service. Try again.");
      toast.success(`Removed ${name}`);
      router.push("/settings/sign-on");
    });
  return (
    <>
      <Button onClick={() => setAsking(true)}>Remove …</Button>
      {asking && (
        <Dialog
          open
          onOpenChange={setAsking}
          title={`Remove ${name}?`}
          description="Sign-in with this provider stops, and passwords work again. Accounts without a password need a reset link from All accounts under Members. Open sessions continue."
          size="sm"
          footer={
            <>
              <Button onClick={() => setAsking(false)}>Keep it</Button>
              <Button variant="danger" loading={pending} onClick={goOn}>
                Remove connection
              </Button>
            </>
          }
        />
      )}
    </>
  );
}
