"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useCall } from "@/components/form/use-call";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import type { InboxActions } from "./update-actions";
import { updatesText } from "./updates-text";

/** Deletes everything that arrived at an inbox, once it is confirmed. */
export function EmptyInbox({ serviceId, count, empty }: { serviceId: string; count: number; empty: InboxActions["empty"] }) {
  const [asking, setAsking] = useState(false);
  const { pending, run } = useCall();
  const close = () => setAsking(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
        Empty …
      </Button>
      {asking && (
        <Dialog
          open
          onOpenChange={close}
          title="Empty the inbox?"
          description="All updates in this inbox are permanently deleted. Messages and their updates stay."
          footer={
            <>
              <Button onClick={close}>Keep them</Button>
              <Button
                variant="danger"
                loading={pending}
                onClick={() =>
                  run(
                    () => empty({ serviceId }),
                    (gone) => {
                      close();
                      toast.success(`Deleted ${updatesText(gone)}`);
                    },
                  )
                }
              >
                Delete {updatesText(count)}
              </Button>
            </>
          }
        >
          {null}
        </Dialog>
      )}
    </>
  );
}
