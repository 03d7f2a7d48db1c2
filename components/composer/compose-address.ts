import { withService } from "@/components/shell/present-service";

/** The composer's address with a draft, or with none yet, in the service that the address of this tab names. */
export function composeAddress(campaign: string | null, { search }: Pick<Location, "search"> = window.location): string {
  const service = new URLSearchParams(search).get("service") ?? undefined;
  return withService(campaign === null ? "/compose" : `/compose?campaign=${campaign}`, service);
}

/** The same with the step that is open: without it, even for a moment, a reload or the way back would open the first one. */
export function addressAtStep(campaign: string | null, here: Pick<Location, "search" | "hash"> = window.location): string {
  return composeAddress(campaign, here) + here.hash;
}

/** Whether the composer's address names a draft: what stands in it after the "?". */
export function namesDraft(search: string): boolean {
  return new URLSearchParams(search).has("campaign");
}
