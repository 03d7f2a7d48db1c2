import { changed } from "@/lib/database/wake";

/** Notifies open pages of a campaign, in all processes, that it changed. Call after the commit. */
export function campaignChanged(id: string, serviceId: string): void {
  changed({ transid: id, serviceId });
}
