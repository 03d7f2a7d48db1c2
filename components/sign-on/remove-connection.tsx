"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useCall } from "@/components/form/use-call";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import type { Answer } from "@/lib/inputs/answer";

interface RemoveConnectionProps {
  id: string;
  name: string;
  remove: (input: { id: string }) => Promise<Answer<unknown>>;
}

/** Asks before a connection is removed. */
export function RemoveConnection({ id, name, remove }: RemoveConnectionProps) {
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const { pending, run } = useCall();
  const goOn = () =>
    run(
      () => remove({ id }),
      () => {
        toast.success(`Removed ${name}`);
        router.push("/settings/sign-on");
      },
    );
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
