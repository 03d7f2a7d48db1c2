import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { AttentionCard } from "./attention-card";
import { attentionRows } from "./attention-rows";

it("is absent where all is well, and says what is not", () => {
  const drawn = (banners?: string) =>
    renderToStaticMarkup(
      <AttentionCard rows={attentionRows({ parked: 0, failedCampaigns: [] })}>
        {banners}
      </AttentionCard>,
    );
  expect(drawn()).toBe("");
  expect(drawn("A webhook is gone")).toContain("A webhook is gone");
});

it("leads to parked updates and to campaigns that were mostly lost", () => {
  const failed = { id: "c1", name: "Spring sale", lost: 1_600, total: 2_000 };
  expect(attentionRows({ parked: 1_001, failedCampaigns: [failed] })).toEqual([
    {
      href: "/settings/notify-urls/updates",
      what: "More than 1,000 parked updates",
      how: "no longer retried",
    },
    { href: "/campaigns/c1", what: "Spring sale", how: "1,600 of 2,000 not delivered" },
  ]);
  expect(attentionRows({ parked: 1, failedCampaigns: [] }).map(({ what }) => what)).toEqual([
    "1 parked update",
  ]);
});
