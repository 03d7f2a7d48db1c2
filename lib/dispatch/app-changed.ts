import { changed } from "@/lib/database/wake";
import { findApp } from "@/lib/directory/app/find";

/** Refreshes the open pages of apps, at every process: how their credentials are has changed. Call after the commit. */
export async function appsChanged(appIds: Iterable<string>): Promise<void> {
  for (const appId of appIds) {
    const app = await findApp(appId);
    if (app) changed({ transid: appId, serviceId: app.serviceId });
  }
}
