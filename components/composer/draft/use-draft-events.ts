"use client";

import { useEffect } from "react";
import { withQuery } from "@/components/listing/with-query";
import { followEvents } from "@/components/ui/event-stream";
import { throttle } from "@/components/ui/throttle";

const everyMs = 300;

/** Looks again whenever a campaign was saved, sent or archived, by whoever in whichever tab; never for one that the server does not have yet. */
export function useDraftEvents(serviceId: string, id: string | undefined, look: () => Promise<void>): void {
  useEffect(() => {
    if (id === undefined) return undefined;
    // Without an answer it is looked at with the next event, or found out by the next save.
    const { ask, stop } = throttle(() => void look().catch(() => undefined), everyMs);
    const quiet = followEvents(withQuery("/live/messages", { service: serviceId, transid: id }), { change: ask }, (state) => {
      if (state === "live") ask();
    });
    return () => {
      quiet();
      stop();
    };
  }, [serviceId, id, look]);
}
