"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { guardPage, type Leaving } from "./unsaved";

/** Asks once before a page with unsaved changes is left, and stays while there is no connection. One on each page of the console. */
export function LeaveGuard() {
  const router = useRouter();
  const [leaving, setLeaving] = useState<Leaving>();
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => guardPage(setLeaving, (path) => router.push(path), stayOffline), [router]);
  const close = () => setLeaving(undefined);
  return (
    <Dialog
      open={leaving !== undefined}
      onOpenChange={close}
      title="Leave without saving?"
      description={leaving && unsavedText(leaving.names)}
      size="sm"
      initialFocus={stay}
      footer={
        <>
          <Button ref={stay} onClick={close}>
            Stay
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              close();
              leaving?.go();
            }}
          >
            Leave
          </Button>
        </>
      }
    />
  );
}

function stayOffline(): void {
  toast.error("No connection", { description: "This page stays open. Try again once you are online." });
}

/** "“General” has changes that are not saved." */
function unsavedText(names: readonly string[]): string {
  const quoted = new Intl.ListFormat("en").format(names.map((name) => `“${name}”`));
  return `${quoted} ${names.length === 1 ? "has" : "have"} changes that are not saved.`;
}
