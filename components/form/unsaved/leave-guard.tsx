"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Question } from "@/components/ui/overlay/question";
import { toast } from "@/components/ui/toast";
import { endLeaving, guardPage, type LeaveRequest } from "./unsaved";

/**
 * Asks once before a page with unsaved changes is left, and stays while there is no connection. One
 * on each page of the console.
 */
export function LeaveGuard() {
  const router = useRouter();
  const pathname = usePathname();
  useEffect(endLeaving, [pathname]);
  const [leaving, setLeaving] = useState<LeaveRequest>();
  useEffect(() => guardPage(setLeaving, (path) => router.push(path), stayOffline), [router]);
  const close = () => setLeaving(undefined);
  return (
    <Question
      open={leaving !== undefined}
      onClose={close}
      title="Leave without saving?"
      description={leaving && unsavedText(leaving.names)}
      size="sm"
      keep="Stay"
      go="Leave"
      focus="keep"
      onGo={() => {
        close();
        leaving?.go();
      }}
    />
  );
}

function stayOffline(): void {
  toast.error("No connection", {
    description: "This page stays open. Try again once you are online.",
  });
}

/** "“General” has changes that are not saved." */
function unsavedText(names: readonly string[]): string {
  const quoted = new Intl.ListFormat("en").format(names.map((name) => `“${name}”`));
  return `${quoted} ${names.length === 1 ? "has" : "have"} changes that are not saved.`;
}
