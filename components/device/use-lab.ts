"use client";

import { useEffect, useReducer } from "react";
import { followEvents } from "@/components/ui/browser/event-stream";
import { toast } from "@/components/ui/toast";
import type { LabNotification } from "@/lib/lab/notification";
import { emptyLab, isNotification, labReducer, readData } from "./lab-state";

/** What a person did with a notification. */
export type Act = { event: "read"; button?: string; reply?: string } | { event: "dismissed" };

/**
 * The simulated devices, live. The line comes back after it broke or was refused; the snapshot that
 * follows brings what was missed.
 */
export function useLab() {
  const [state, dispatch] = useReducer(labReducer, emptyLab);
  useEffect(() => {
    const one = (type: "notification" | "interaction") => (data: string) => {
      const value = readData(data);
      if (isNotification(value)) dispatch({ type, notification: value });
    };
    const snapshot = (data: string) => {
      const value = readData(data);
      if (Array.isArray(value))
        dispatch({ type: "snapshot", notifications: value.filter(isNotification) });
    };
    return followEvents(
      "/live/lab",
      { snapshot, notification: one("notification"), interaction: one("interaction") },
      (connection) => dispatch({ type: "connection", connection }),
    );
  }, []);

  const act = (notification: LabNotification, done: Act) => {
    const { event, ...rest } = done;
    dispatch({ type: "acted", id: notification.id, change: { state: event, ...rest } });
    void report({ id: notification.id, ...done }).then((wasAccepted) => {
      if (wasAccepted) return;
      dispatch({ type: "undone", notification });
      toast.error("The device could not report that", {
        description: "The server did not take it. Try again.",
      });
    });
  };
  return { state, act };
}

async function report(interaction: Act & { id: string }): Promise<boolean> {
  try {
    const response = await fetch("/live/lab/interactions", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(interaction),
    });
    return response.ok;
  } catch {
    return false;
  }
}
