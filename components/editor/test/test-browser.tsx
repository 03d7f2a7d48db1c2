"use client";

import { useState } from "react";
import { browserObstacle, registerBrowser } from "@/components/device/register-browser";
import { Checkbox } from "@/components/ui/checkbox";
import type { WebPushApp } from "@/lib/directory/app/list-web-push";

interface TestBrowserProps {
  /** Undefined when the app sends no Web Push. */
  app: WebPushApp | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/**
 * This browser as a device: it becomes one when it is ticked, so that a browser that will not says
 * so at once.
 */
export function TestBrowser({ app, checked, onChange }: TestBrowserProps) {
  const [state, setState] = useState<"idle" | "asking" | { failed: string }>("idle");
  const obstacle = app ? browserObstacle() : "This app sends no Web Push: it has no key for it.";
  const tick = async (next: boolean) => {
    onChange(false);
    setState("idle");
    if (!next || !app) return;
    setState("asking");
    try {
      await registerBrowser(app);
      setState("idle");
      onChange(true);
    } catch (error) {
      setState({
        failed:
          error instanceof Error
            ? error.message
            : "This browser could not be registered. Try again.",
      });
    }
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">Here</legend>
      <Checkbox
        checked={checked && obstacle === undefined}
        disabled={obstacle !== undefined || state === "asking"}
        onCheckedChange={(next) => void tick(next)}
        label="This browser"
        hint={
          obstacle ??
          (state === "asking"
            ? "Asking the browser …"
            : "A real push, by the browser’s own push service.")
        }
      />
      {typeof state === "object" && (
        <p role="alert" className="foreign mt-1 pl-8.5 text-xs text-red-fg">
          {state.failed}
        </p>
      )}
    </fieldset>
  );
}
