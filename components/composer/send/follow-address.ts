import type { Sending } from "@/lib/editor/order";
import { paths } from "@/lib/inputs/paths";

/**
 * Where what was sent is followed: a message that is one request as that, any other as a campaign.
 */
export function followAddress<C>({
  progress,
  campaignId,
}: Extract<Sending<C>, { kind: "sent" }>): string {
  const transid = progress?.requests === 1 ? progress.transid : null;
  return transid === null ? paths.campaign(campaignId) : paths.message(transid);
}
