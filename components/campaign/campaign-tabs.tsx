import { SameServiceLink } from "@/components/shell/same-service";
import { cn } from "@/components/ui/cn";
import { withQuery } from "@/lib/inputs/paths";

/** The sides of a campaign's page. */
export const campaignTabs = ["results", "recipients", "requests", "content"] as const;
/** One of them. */
export type CampaignTab = (typeof campaignTabs)[number];

const names: Record<CampaignTab, string> = {
  results: "Results",
  recipients: "Recipients",
  requests: "Requests",
  content: "Content",
};

/** Leads from side to side: each has an address of its own. */
export function CampaignTabs({
  path,
  tab,
  tabs,
}: {
  path: string;
  tab: CampaignTab;
  tabs: readonly CampaignTab[];
}) {
  return (
    <nav aria-label="Sides of the campaign" className="overflow-x-auto border-b border-line">
      <ul className="flex gap-5">
        {tabs.map((one) => (
          <li key={one}>
            <SameServiceLink
              href={withQuery(path, { tab: one === "results" ? undefined : one })}
              scroll={false}
              aria-current={one === tab ? "page" : undefined}
              className={cn(
                "-mb-px block border-b-2 py-2 text-sm font-medium transition-colors focus-visible:outline-offset-[-2px]",
                one === tab
                  ? "border-accent text-ink"
                  : "border-transparent text-ink-muted hover:text-ink",
              )}
            >
              {names[one]}
            </SameServiceLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
