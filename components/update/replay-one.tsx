"use client";

import { RotateCw } from "lucide-react";
import { useCall } from "@/components/form/use-call";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { ReplayActions } from "./update-actions";

/** Sends one update again, in any state. */
export function ReplayOne({
  serviceId,
  id,
  replay,
}: {
  serviceId: string;
  id: string;
  replay: ReplayActions["replay"];
}) {
  const { pending, run } = useCall();
  return (
    <Button
      icon={RotateCw}
      loading={pending}
      onClick={() =>
        run(
          () => replay({ serviceId, ids: [id] }),
          (count) => {
            if (count === 1) toast.success("Sent again");
            else
              toast.error(
                "It cannot be sent again just now: it is being sent, or its address is none.",
              );
          },
        )
      }
    >
      Send again
    </Button>
  );
}
