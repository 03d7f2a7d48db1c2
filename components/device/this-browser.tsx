"use client";

import { BellPlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { WebPushApp } from "@/lib/directory/app/list-web-push";
import { consoleBrowserUser } from "@/lib/inputs/text";
import { registerBrowser } from "./register-browser";

/**
 * Makes the browser that shows the console a device of an app: real pushes arrive here, by the
 * browser's own push service.
 */
export function ThisBrowser({ apps }: { apps: readonly WebPushApp[] }) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [app] = apps;
  if (!app) return null;
  const register = async () => {
    setBusy(true);
    try {
      await registerBrowser(app);
      toast.success("This browser is a device now", {
        description: `Send to the user “${consoleBrowserUser}” of ${app.name}.`,
      });
      router.refresh();
    } catch (error) {
      toast.error("This browser could not be registered", {
        description: error instanceof Error ? error.message : "Try again.",
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={BellPlus} size="sm" loading={busy} onClick={() => void register()}>
      Make this browser a test device
    </Button>
  );
}
