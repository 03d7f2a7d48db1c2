import { withService } from "@/components/shell/present-service";
import { paths } from "@/lib/inputs/paths";

/**
 * The composer's address with a draft, or with none yet, in the service that the address of this
 * tab names.
 */
export function composeAddress(
  campaign: string | null,
  { search }: Pick<Location, "search"> = window.location,
): string {
  const service = new URLSearchParams(search).get("service") ?? undefined;
  return withService(campaign === null ? paths.compose() : paths.compose({ campaign }), service);
}

/**
 * The draft that the composer's address names; undefined for none. `search`: what stands in the
 * address from the "?" on.
 */
export function draftIn(search: string): string | undefined {
  return new URLSearchParams(search).get("campaign") ?? undefined;
}
