"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useCall } from "@/components/form/use-call";
import { Button } from "@/components/ui/button";
import { Question } from "@/components/ui/overlay/question";
import { isolated } from "@/components/ui/sentence";
import { Verbatim } from "@/components/ui/verbatim";
import { paths } from "@/lib/inputs/paths";
import type { removeConnection } from "@/lib/sign-on/remove";
import type { ActionOf } from "@/lib/verb/answer";

interface RemoveConnectionProps {
  id: string;
  name: string;
  remove: ActionOf<typeof removeConnection>;
}

/** Asks before a connection is removed. */
export function RemoveConnection({ id, name, remove }: RemoveConnectionProps) {
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const { pending, run } = useCall();
  return (
    <>
      <Button onClick={() => setAsking(true)}>Remove …</Button>
      {asking && (
        <Question
          onClose={() => setAsking(false)}
          title={
            <>
              Remove <Verbatim>{name}</Verbatim>?
            </>
          }
          description="Sign-in with this provider stops, and passwords work again. Accounts without a password need a reset link from All accounts under Members. Open sessions continue."
          size="sm"
          go="Remove connection"
          pending={pending}
          onGo={() =>
            run(() => remove({ id }), `Removed ${isolated(name)}`, {
              done: () => router.push(paths.connections()),
            })
          }
        />
      )}
    </>
  );
}
