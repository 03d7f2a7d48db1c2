import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import { CampaignResults } from "./campaign-results";

const none = { queued: 0, submitted: 0, delivered: 0, read: 0, failed: 0, expired: 0, capped: 0 };

it("says that nothing was sent where a frequency cap left everybody out", () => {
  const counts = { ...none, capped: 3 };
  openPage(
    <CampaignResults
      path="/campaigns/1"
      counts={counts}
      breakdown={{ kinds: [{ kind: null, counts }], reasons: [], presses: [] }}
      hours={[]}
      former={undefined}
      isFresh={false}
    />,
  );
  const funnel = within(screen.getByRole("region", { name: "Funnel" }));
  expect(funnel.getByText("Nothing was sent to any device.").tagName).toBe("P");
  expect(funnel.queryByRole("list")).toBeNull();
  expect(funnel.getByText(/left out by a frequency cap/).textContent).toMatch(/^3 users/);
});
