import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { TooltipProvider } from "@/components/ui/overlay/tooltip";
import { CampaignWaves } from "./campaign-waves";

it("says of each time zone of a stopped campaign what was sent and what was left out", () => {
  const wave = { startsAt: "2027-01-01T09:00:00.000Z", recipients: 3 };
  const markup = renderToStaticMarkup(
    <TooltipProvider>
      <CampaignWaves
        waves={[
          { ...wave, zones: ["Asia/Tokyo"], state: "sent" },
          { ...wave, zones: ["Europe/Berlin"], state: "partly sent" },
          { ...wave, zones: ["America/New_York"], state: "left out" },
        ]}
      />
    </TooltipProvider>,
  );
  const items = markup.split("<li").map((item) => item.replaceAll(/<[^>]*>/g, " "));
  expect(items[1]).toMatch(/Tokyo.* Sent/);
  expect(items[2]).toMatch(/Berlin.* Partly sent/);
  expect(items[3]).toMatch(/New_York.* Left out/);
});
