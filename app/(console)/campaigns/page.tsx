import { Layers, PenLine } from "lucide-react";
import type { Metadata } from "next";
import { CampaignFilters } from "@/components/campaign/campaign-filters";
import { campaignRights } from "@/components/campaign/campaign-rights";
import { CampaignTable } from "@/components/campaign/campaign-table";
import { Paging } from "@/components/listing/paging";
import { single, withQuery } from "@/components/listing/with-query";
import { Page } from "@/components/shell/page";
import { SameServiceLink } from "@/components/shell/same-service";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { campaignStates, listCampaigns } from "@/lib/results/campaign-list";
import { inService, type Query } from "../in-service";
import { change, duplicate, stop, unschedule } from "./actions";

export const metadata: Metadata = { title: "Campaigns" };

export default async function CampaignsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const { as, serviceId, may } = await inService(query);
  const state = campaignStates.find((known) => known === single(query["state"]));
  const text = single(query["q"])?.slice(0, 200);
  const after = single(query["after"]);
  const { rows, next } = await listCampaigns(as, { serviceId, state, text, after });
  return (
    <Page
      title="Campaigns"
      description="Drafts, what waits for its time, and what was sent from the composer."
      wide
      actions={
        <Button asChild variant="primary">
          <SameServiceLink href="/compose">
            <PenLine aria-hidden />
            Compose
          </SameServiceLink>
        </Button>
      }
    >
      <div className="mb-3">
        <CampaignFilters state={state} text={text} />
      </div>
      <Card>
        {rows.length === 0 ? (
          <Empty filtered={state !== undefined || text !== undefined || after !== undefined} />
        ) : (
          <>
            <CampaignTable rows={rows} may={campaignRights(may)} actions={{ change, unschedule, stop, duplicate }} />
            <Paging
              older={next === null ? undefined : withQuery("/campaigns", { state, q: text, after: next })}
              newest={after && withQuery("/campaigns", { state, q: text })}
            />
          </>
        )}
      </Card>
    </Page>
  );
}

function Empty({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState
      picture={<Layers />}
      title="No campaign fits"
      action={
        <Button asChild>
          <SameServiceLink href="/campaigns">Show all campaigns</SameServiceLink>
        </Button>
      }
    >
      None has this name and this state.
    </EmptyState>
  ) : (
    <EmptyState
      picture={<Layers />}
      title="Nothing has been written yet"
      action={
        <Button asChild variant="primary">
          <SameServiceLink href="/compose">Compose the first message</SameServiceLink>
        </Button>
      }
    >
      What you write in the composer is kept here by itself, until you send it and afterwards.
    </EmptyState>
  );
}
