"use client";

import { BellPlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { WebPushApp } from "@/lib/directory/app/web-push";

interface Client {
  subscribe: (options: {
    origin: string;
    appid: string;
    clientKey: string;
    publicKey: string;
    userid?: string;
  }) => Promise<{ pushid: string; deviceid: string }>;
}

/** Makes the browser that shows the console a device of an app: real pushes arrive here, by the browser's own push service. */
export function ThisBrowser({ apps }: { apps: readonly WebPushApp[] }) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [app] = apps;
  if (!app) return null;
  const register = async () => {
    setBusy(true);
    try {
      const client = (await import(/* turbopackIgnore: true */ /* webpackIgnore: true */ `${location.origin}/clarion-push.js`)) as Client;
      await client.subscribe({ ...app, origin: location.origin, userid: "this-browser" });
      toast.success("This browser is a device now", { description: `Send to the user “this-browser” of ${app.name}.` });
      router.refresh();
    } catch (error) {
      toast.error("This browser could not be registered", { description: error instanceof Error ? error.message : "Try again." });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="sm" loading={busy} onClick={() => void register()}>
      <BellPlus aria-hidden />
      Make this browser a test device
    </Button>
  );
}
