"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { cn } from "@/components/ui/cn";
import { throttle } from "@/components/ui/throttle";

const everyMs = 300;
const retryMs = 5000;

/**
 * Keeps the page fresh: reads it again when one of its messages changed, at most every 300 ms, and once more after the line was broken.
 * Shows whether the line stands.
 *
 * @param transid that message alone; left out: every message one may see
 */
export function LiveRefresh({ transid }: { transid?: string }) {
  const router = useRouter();
  const [connected, setConnected] = useState<boolean>();
  useEffect(() => {
    const { ask, stop } = throttle(() => router.refresh(), everyMs);
    const url = transid === undefined ? "/live/messages" : `/live/messages?transid=${encodeURIComponent(transid)}`;
    let source: EventSource | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let broken = false;
    const connect = () => {
      const line = new EventSource(url);
      source = line;
      line.addEventListener("change", ask);
      line.addEventListener("open", () => {
        setConnected(true);
        if (broken) ask();
        broken = false;
      });
      line.addEventListener("error", () => {
        setConnected(false);
        broken = true;
        // The browser tries again by itself after a cut line, but not after a refusal, such as that of a server about to stop.
        if (line.readyState !== EventSource.CLOSED) return;
        retry = setTimeout(connect, retryMs);
        // Whose session has ended is led to the sign-in page.
        void isSignedOut(url).then((out) => out && ask());
      });
    };
    connect();
    return () => {
      source?.close();
      clearTimeout(retry);
      stop();
    };
  }, [router, transid]);
  return (
    <span
      className="inline-flex h-6 items-center gap-1.5 text-xs text-ink-faint"
      title={connected === false ? "Trying to connect again" : "This page follows what happens"}
    >
      <span
        aria-hidden
        className={cn(
          "size-1.5 rounded-full",
          connected === true ? "animate-beat bg-green-solid" : connected === false ? "bg-amber-solid" : "bg-neutral-solid",
        )}
      />
      {connected === false ? "Reconnecting" : "Live"}
    </span>
  );
}

/** Asked anew, because an EventSource does not tell why it was refused. */
async function isSignedOut(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url);
    void answer.body?.cancel();
    return answer.status === 401;
  } catch {
    return false;
  }
}
