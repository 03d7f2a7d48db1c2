"use client";

import { RotateCw } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { mostReplayed } from "@/lib/inputs/update-list";
import type { Endpoint } from "@/lib/results/update-endpoints";
import type { ReplayActions } from "./update-actions";
import { updatesText } from "./updates-text";
import { useCall } from "./use-call";

interface ReplayParkedProps {
  serviceId: string;
  endpoint: Pick<Endpoint, "receiver" | "origin" | "url">;
  actions: ReplayActions;
}

/** Sends everything again that was parked at an endpoint; counts it first, and asks. */
export function ReplayParked(props: ReplayParkedProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)} aria-label={`Send again what is parked at ${props.endpoint.url}`}>
        <RotateCw aria-hidden />
        Send again
      </Button>
      {open && <Question {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function Question({
  serviceId,
  endpoint: { receiver, origin, url },
  actions: { countParked, replay },
  onClose,
}: ReplayParkedProps & { onClose: () => void }) {
  const [count, setCount] = useState<number | "failed">();
  const { pending, run } = useCall();
  useEffect(() => {
    let gone = false;
    countParked({ serviceId, receiver, origin }).then(
      (answer) => !gone && setCount(answer.ok ? answer.value : "failed"),
      () => !gone && setCount("failed"),
    );
    return () => {
      gone = true;
    };
  }, [serviceId, receiver, origin, countParked]);
  const known = typeof count === "number" ? count : 0;
  const some = Math.min(known, mostReplayed);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Send parked updates again?"
      description="The oldest go first, with all their attempts before them. A receiver that took one of them already knows it by its ID."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            loading={pending}
            disabled={some === 0}
            onClick={() =>
              run(
                () => replay({ serviceId, receiver, origin }),
                (sent) => {
                  toast.success(`${updatesText(sent)} sent again`);
                  onClose();
                },
              )
            }
          >
            {some === 0 ? "Send again" : `Send ${updatesText(some)} again`}
          </Button>
        </>
      }
    >
      <p className="code foreign text-sm break-all">{url}</p>
      <output className="mt-2 block text-sm text-ink-muted">
        {count === undefined ? (
          <Skeleton className="h-5 w-40" />
        ) : count === "failed" ? (
          "They could not be counted. Close this and open it again."
        ) : count > mostReplayed ? (
          `More than ${mostReplayed.toLocaleString("en")} updates are parked here. The oldest ${mostReplayed.toLocaleString("en")} are sent now; send the others after them.`
        ) : (
          `${updatesText(count)} parked here.`
        )}
      </output>
    </Dialog>
  );
}
