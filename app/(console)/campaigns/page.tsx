import { Layers, PenLine } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { CampaignFilters } from "@/components/campaign/campaign-filters";
import { CampaignTable } from "@/components/campaign/campaign-table";
import { Paging } from "@/components/listing/paging";
import { single, withQuery } from "@/components/listing/with-query";
import { Page } from "@/components/shell/page";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { includesRole } from "@/lib/auth/member";
import { requireMember } from "@/lib/auth/session";
import { campaignStates, listCampaigns } from "@/lib/results/campaign-list";
import { changeCampaignAction, duplicateCampaignAction } from "./actions";

export const metadata: Metadata = { title: "Campaigns" };

interface CampaignsProps {
  searchParams: Promise<{ state?: string | string[]; q?: string | string[]; after?: string | string[] }>;
}

export default async function CampaignsPage({ searchParams }: CampaignsProps) {
  const member = await requireMember();
  const query = await searchParams;
  const state = campaignStates.find((known) => known === single(query.state));
  const text = single(query.q)?.slice(0, 200);
  const after = single(query.after);
  const { rows, next } = await listCampaigns(member, { ...(state && { state }), ...(text && { text }), ...(after && { after }) });
  return (
    <Page
      title="Campaigns"
      description="Drafts, what waits for its time, and what was sent from the composer."
      wide
      actions={
        <Button asChild variant="primary">
          <Link href="/compose">
            <PenLine aria-hidden />
            Compose
          </Link>
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
            <CampaignTable
              rows={rows}
              mayChange={includesRole(member.role, "marketer")}
              change={changeCampaignAction}
              duplicate={duplicateCampaignAction}
            />
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
          <Link href="/campaigns">Show all campaigns</Link>
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
          <Link href="/compose">Compose the first message</Link>
        </Button>
      }
    >
      What you write in the composer is kept here by itself, until you send it and afterwards.
    </EmptyState>
  );
}
