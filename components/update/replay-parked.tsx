"use client";

import { RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { verbatim } from "@/components/ui/verbatim";
import type { Endpoint } from "@/lib/results/update-endpoints";
import { countedUpTo } from "./counted";
import { ReplayQuestion } from "./replay-question";
import type { ReplayActions } from "./update-actions";

interface ReplayParkedProps {
  serviceId: string;
  endpoint: Pick<Endpoint, "receiver" | "origin" | "url">;
  actions: ReplayActions;
}

/** Sends everything again that was parked at an endpoint; counts it first, and asks. */
export function ReplayParked({
  serviceId,
  endpoint: { receiver, origin, url },
  actions: { countParked, replay },
}: ReplayParkedProps) {
  const [open, setOpen] = useState(false);
  const at = { serviceId, receiver, origin };
  return (
    <>
      <Button
        icon={RotateCw}
        size="sm"
        onClick={() => setOpen(true)}
        aria-label={`Send updates parked at ${url} again`}
      >
        Send again
      </Button>
      {open && (
        <ReplayQuestion
          title="Send parked updates again?"
          description="The oldest go first, with all their attempts before them. A receiver that took one of them already knows it by its ID."
          of={`${receiver} ${origin}`}
          count={async () => countedUpTo(await countParked(at))}
          replay={() => replay(at)}
          whereText="parked here"
          onClose={() => setOpen(false)}
        >
          <p {...verbatim} className="code foreign text-sm break-all">
            {url}
          </p>
        </ReplayQuestion>
      )}
    </>
  );
}
