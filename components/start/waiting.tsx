"use client";

import { LoaderCircle } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

const everyMs = 3_000;

/**
 * Says what is waited for, and reads the page again until it is there, as long as the page is
 * visible.
 */
export function Waiting({ for: what }: { for: string }) {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [router]);
  return (
    <output className="mt-3 flex items-center gap-2 text-sm text-ink-faint">
      <LoaderCircle aria-hidden className="size-4 animate-spin motion-reduce:animate-none" />
      Waiting for {what} …
    </output>
  );
}
