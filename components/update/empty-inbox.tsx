"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useCall } from "@/components/form/use-call";
import { Button } from "@/components/ui/button";
import { Question } from "@/components/ui/overlay/question";
import { toast } from "@/components/ui/toast";
import type { InboxActions } from "./update-actions";
import { updatesText } from "./updates-text";

/** Deletes everything that arrived at an inbox, once it is confirmed. */
export function EmptyInbox({
  serviceId,
  count,
  empty,
}: {
  serviceId: string;
  count: number;
  empty: InboxActions["empty"];
}) {
  const [asking, setAsking] = useState(false);
  const { pending, run } = useCall();
  const close = () => setAsking(false);
  return (
    <>
      <Button icon={Trash2} onClick={() => setAsking(true)}>
        Empty …
      </Button>
      {asking && (
        <Question
          onClose={close}
          title="Empty the inbox?"
          description="All updates in this inbox are permanently deleted. Messages and their updates stay."
          keep="Keep them"
          go={`Delete ${updatesText(count)}`}
          pending={pending}
          onGo={() =>
            run(
              () => empty({ serviceId }),
              (gone) => void toast.success(`Deleted ${updatesText(gone)}`),
              { done: close },
            )
          }
        />
      )}
    </>
  );
}
