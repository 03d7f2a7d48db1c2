"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { followEvents, type StreamState } from "@/components/ui/browser/event-stream";
import { throttle } from "@/components/ui/browser/throttle";
import { cn } from "@/components/ui/cn";
import { withQuery } from "@/lib/inputs/paths";

const usualMs = 300;
const words: Record<StreamState, { label: string; title: string; dot: string }> = {
  live: { label: "Live", title: "This page updates live", dot: "animate-beat bg-green-solid" },
  lost: { label: "Reconnecting", title: "Reconnecting …", dot: "bg-amber-solid" },
  refused: {
    label: "Not live",
    title: "Live updates paused. Close other Clarion tabs, or reload to see changes.",
    dot: "bg-amber-solid",
  },
};

/**
 * Keeps the page fresh: reads it again when one of its service's messages changed, at most every
 * `everyMs` milliseconds, and once more whenever the line comes to stand. Shows whether the line
 * stands.
 *
 * @param transid that message alone; left out: every message of the service
 */
export function LiveRefresh({
  serviceId,
  transid,
  everyMs = usualMs,
}: {
  serviceId: string;
  transid?: string;
  everyMs?: number;
}) {
  const router = useRouter();
  const [state, setState] = useState<StreamState>();
  useEffect(() => {
    const { ask, stop } = throttle(() => router.refresh(), everyMs);
    const url = withQuery("/live/messages", { service: serviceId, transid });
    const quiet = followEvents(url, { change: ask }, (now) => {
      setState(now);
      // No event reports changes between the server's reading of the page and this moment.
      if (now === "live") ask();
      // Whose session has ended is led to the sign-in page.
      if (now === "refused") void isSignedOut(url).then((out) => out && ask());
    });
    return () => {
      quiet();
      stop();
    };
  }, [router, serviceId, transid, everyMs]);
  const { label, title, dot } = words[state ?? "live"];
  return (
    <span className="inline-flex h-6 items-center gap-1.5 text-xs text-ink-faint" title={title}>
      <span
        aria-hidden
        className={cn("size-1.5 rounded-full", state === undefined ? "bg-neutral-solid" : dot)}
      />
      {label}
    </span>
  );
}

/** Requested again, because an EventSource does not give the reason for a refusal. */
async function isSignedOut(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url);
    void answer.body?.cancel();
    return answer.status === 401;
  } catch {
    return false;
  }
}
