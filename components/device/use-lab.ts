"use client";

import { useCallback, useEffect, useReducer } from "react";
import { toast } from "@/components/ui/toast";
import { emptyLab, isNotification, labReducer, readData, type LabNotification } from "./lab-state";

/** What a person did with a notification. */
export type Act = { event: "read"; button?: string; reply?: string } | { event: "dismissed" };

/** The simulated devices, live. The browser itself connects again after a broken line; the snapshot that follows brings what was missed. */
export function useLab() {
  const [state, dispatch] = useReducer(labReducer, emptyLab);
  useEffect(() => {
    const source = new EventSource("/live/lab");
    const on = (name: string, take: (value: unknown) => void) =>
      source.addEventListener(name, (event: MessageEvent) => take(readData(event.data)));
    on("snapshot", (value) => {
      if (Array.isArray(value)) dispatch({ type: "snapshot", notifications: value.filter(isNotification) });
    });
    on("notification", (value) => {
      if (isNotification(value)) dispatch({ type: "notification", notification: value });
    });
    on("interaction", (value) => {
      if (isNotification(value)) dispatch({ type: "interaction", notification: value });
    });
    source.addEventListener("open", () => dispatch({ type: "connection", connection: "live" }));
    source.addEventListener("error", () => dispatch({ type: "connection", connection: "lost" }));
    return () => source.close();
  }, []);

  const act = useCallback((notification: LabNotification, done: Act) => {
    const { event, ...rest } = done;
    dispatch({ type: "acted", id: notification.id, change: { state: event, ...rest } });
    void report({ id: notification.id, ...done }).then((taken) => {
      if (taken) return;
      dispatch({ type: "undone", notification });
      toast.error("The device could not report that", { description: "The server did not take it. Try again." });
    });
  }, []);
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
