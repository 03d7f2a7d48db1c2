import { Banner } from "@/components/ui/banner";
import type { CampaignRow } from "@/lib/results/campaign-list";

/** Says why a campaign is paused, and how it goes on. */
export function PauseBanner({
  campaign: { pauseReason, continues },
}: {
  campaign: Pick<CampaignRow, "pauseReason" | "continues">;
}) {
  if (pauseReason === null)
    return (
      <Banner title="Paused">
        Nothing more is sent until it is resumed. Messages still expire at their time.
      </Banner>
    );
  return (
    <Banner kind="warning" title="Paused, since a provider takes no messages">
      {pauseReason}{" "}
      {continues === "itself"
        ? "It goes on by itself as soon as the provider takes messages again."
        : "It goes on when it is resumed."}
    </Banner>
  );
}
