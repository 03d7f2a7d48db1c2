"use client";

import { X } from "lucide-react";
import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { dismissedSteps } from "./dismissed-steps";

const yearSeconds = 31_536_000;

/** Has this browser show the first steps no longer. */
export function DismissButton() {
  const router = useRouter();
  const dismiss = () => {
    document.cookie = `${dismissedSteps}=yes; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
    router.refresh();
  };
  return (
    <Button size="sm" variant="ghost" aria-label="Dismiss the first steps" onClick={dismiss}>
      <X aria-hidden />
      Dismiss
    </Button>
  );
}
