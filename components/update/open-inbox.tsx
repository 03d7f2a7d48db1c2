"use client";

import { Inbox } from "lucide-react";
import { useCall } from "@/components/form/use-call";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { InboxActions } from "./update-actions";
import { sentNow } from "./updates-text";

/** Opens the built-in inbox of a service. */
export function OpenInbox({
  serviceId,
  open,
  again = false,
}: {
  serviceId: string;
  open: InboxActions["open"];
  again?: boolean;
}) {
  const { pending, run } = useCall();
  return (
    <Button
      icon={Inbox}
      variant={again ? "secondary" : "primary"}
      loading={pending}
      onClick={() =>
        run(
          () => open({ serviceId }),
          ({ count }) =>
            void toast.success("Updates of this service go to its inbox", sentNow(count)),
        )
      }
    >
      {again ? "Send updates here again" : "Use the built-in inbox"}
    </Button>
  );
}
