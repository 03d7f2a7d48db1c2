"use client";

import { RotateCw } from "lucide-react";
import { useCall } from "@/components/form/use-call";
import { useSelection } from "@/components/listing/selection";
import { SelectionBar } from "@/components/listing/selection-bar";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { ReplayActions } from "./update-actions";
import { updatesText } from "./updates-text";

/** Sends the selected updates again. */
export function ReplaySelected({
  serviceId,
  replay,
}: {
  serviceId: string;
  replay: ReplayActions["replay"];
}) {
  const { selected, choose, focusList } = useSelection();
  const { pending, run } = useCall();
  const send = () =>
    run(
      () => replay({ serviceId, ids: selected.map(({ id }) => id) }),
      (count) => {
        const left = selected.length - count;
        toast.success(
          `${updatesText(count)} sent again`,
          left === 0
            ? {}
            : {
                description: `${updatesText(left)} cannot be: they are being sent at this moment, or their address is none.`,
              },
        );
        choose([]);
        focusList();
      },
    );
  return (
    <SelectionBar>
      <Button icon={RotateCw} size="sm" loading={pending} onClick={send}>
        Send again
      </Button>
    </SelectionBar>
  );
}
