import { changed } from "@/lib/work/wake";

/** Tells who has a campaign open that it changed, here and at other processes. Call after the commit. */
export function campaignChanged(id: string, serviceId: string): void {
  changed({ transid: id, serviceId });
}
