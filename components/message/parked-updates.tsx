"use client";

import { RotateCw } from "lucide-react";
import { useTransition } from "react";
import { toast } from "@/components/ui/toast";
import { sentenceOf, type Answer } from "@/lib/inputs/answer";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";

interface ParkedUpdatesProps {
  transid: string;
  parked: number;
  /** False for members who may look only. */
  mayReplay: boolean;
  replay: (message: { transid: string }) => Promise<Answer<number>>;
}

/** Delivery updates that were given up, after a day of tries or because they cannot be sent, and the way to tell them again. */
export function ParkedUpdates({ transid, parked, mayReplay, replay }: ParkedUpdatesProps) {
  const [pending, start] = useTransition();
  const send = () =>
    start(async () => {
      try {
        const answer = await replay({ transid });
        if (!answer.ok) return void toast.error(sentenceOf(answer));
        const count = answer.value;
        toast.success(count === 1 ? "1 update is sent again" : `${count.toLocaleString("en")} updates are sent again`);
      } catch {
        toast.error("The updates could not be sent again. Try once more in a moment.");
      }
    });
  return (
    <Banner
      kind="warning"
      title={parked === 1 ? "One delivery update was not taken" : `${parked.toLocaleString("en")} delivery updates were not taken`}
      actions={
        mayReplay && (
          <Button size="sm" variant="secondary" onClick={send} disabled={pending}>
            <RotateCw aria-hidden className={pending ? "animate-spin motion-reduce:animate-none" : ""} />
            Send again
          </Button>
        )
      }
    >
      Clarion stopped trying. Fix the cause shown beside each delivery, then send them again.
    </Banner>
  );
}
