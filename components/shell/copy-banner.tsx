"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useCall } from "@/components/form/use-call";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Question } from "@/components/ui/overlay/question";
import type { confirmInstallation } from "@/lib/directory/installation/confirm";
import type { ActionOf } from "@/lib/verb/answer";

type Confirm = ActionOf<typeof confirmInstallation>;

/**
 * Says that nothing is sent, because this installation looks like a copy of another one.
 *
 * @param confirm left out for members who may not have it send
 */
export function CopyBanner({ confirm }: { confirm: Confirm | undefined }) {
  return (
    <div className="px-4 pt-4 sm:px-6">
      <Banner
        kind="danger"
        title="This looks like a copy of another installation: nothing is sent"
        actions={confirm && <ConfirmButton confirm={confirm} />}
      >
        Its database was last used in another place. Messages are still accepted and wait, as do
        campaigns, delivery updates, notices and e-mails.{" "}
        {confirm
          ? "If it has replaced the other installation, have it send."
          : "An owner of the installation can have it send."}
      </Banner>
    </div>
  );
}

function ConfirmButton({ confirm }: { confirm: Confirm }) {
  const [asking, setAsking] = useState(false);
  const router = useRouter();
  const { pending, run } = useCall();
  const close = () => setAsking(false);
  const done = () => {
    close();
    router.refresh();
  };
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        Send from here …
      </Button>
      <Question
        open={asking}
        onClose={close}
        title="Send from here?"
        description="Everything that waits is sent now, campaigns that were under way included. If the other installation still runs, people get it twice: stop that one first."
        keep="Send nothing"
        go="Send from here"
        harmless
        pending={pending}
        focus="keep"
        onGo={() => run(() => confirm({}), "Sending begins", { done })}
      />
    </>
  );
}
