import type { WebPushApp } from "@/lib/directory/app/list-web-push";
import { consoleBrowserUser } from "@/lib/inputs/text";

interface Client {
  subscribe: (options: {
    origin: string;
    appid: string;
    clientKey: string;
    publicKey: string;
    userid?: string;
  }) => Promise<{ pushid: string; deviceid: string }>;
}

/**
 * Makes the browser that shows the console a device of an app, by its own push service; again when
 * it is one already. Call it from a click: the browser may ask for permission. Rejects with a
 * sentence that says why not, and how to mend it.
 */
export async function registerBrowser(
  app: WebPushApp,
): Promise<{ pushid: string; deviceid: string }> {
  const client = (await import(
    /* turbopackIgnore: true */ /* webpackIgnore: true */ `${location.origin}/clarion-push.js`
  )) as Client;
  return client.subscribe({ ...app, origin: location.origin, userid: consoleBrowserUser });
}

/**
 * Why this browser cannot become a device by any action on this page, and how to mend that;
 * undefined when it can.
 */
export function browserObstacle(): string | undefined {
  if (!window.isSecureContext)
    return "Browsers take pushes on https and localhost alone. Open the console at such an address.";
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window))
    return "This browser does not do Web Push. Firefox, Chrome, Edge and Safari do; on iPhones once the page is on the home screen.";
  if (Notification.permission === "denied")
    return "Notifications are blocked for this site. Allow them in the browser’s settings for this page, then open the test again.";
  return undefined;
}
