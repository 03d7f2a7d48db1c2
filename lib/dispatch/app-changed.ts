import { findApp } from "@/lib/directory/app/find";
import { log } from "@/lib/log/log";
import { changed } from "@/lib/work/wake";

/**
 * Refreshes the open pages of apps, at every process: how their credentials are has changed. Call
 * after the commit. Never throws: what was written stays written although a page is not refreshed.
 */
export async function appsChanged(appIds: Iterable<string>): Promise<void> {
  for (const appId of appIds) {
    try {
      const app = await findApp(appId);
      if (app) changed({ transid: appId, serviceId: app.serviceId });
    } catch (error) {
      log().warn({ err: error, appId }, "the open pages of an app were not refreshed");
    }
  }
}
