import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CampaignProgress } from "@/components/campaign/campaign-progress";
import { LiveRefresh } from "@/components/listing/live-refresh";
import { MessageTable } from "@/components/message/message-table";
import { Paging } from "@/components/listing/paging";
import { single, withQuery } from "@/components/listing/with-query";
import { BackLink } from "@/components/shell/back-link";
import { Page } from "@/components/shell/page";
import { Card, CardHeader } from "@/components/ui/card";
import { includesRole } from "@/lib/auth/member";
import { requireMember } from "@/lib/auth/session";
import { readCampaign } from "@/lib/results/read-campaign";
import { listMessages } from "@/lib/results/read-messages";
import { changeCampaignAction, duplicateCampaignAction } from "../actions";

export const metadata: Metadata = { title: "Campaign" };

interface CampaignProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ after?: string | string[] }>;
}

export default async function CampaignPage({ params, searchParams }: CampaignProps) {
  const member = await requireMember();
  const { id } = await params;
  const after = single((await searchParams).after);
  const campaign = await readCampaign(member, id);
  if (!campaign) notFound();
  const { rows, next } = await listMessages(member, { campaignId: campaign.id, ...(after && { after }), limit: 50 });
  const path = `/campaigns/${campaign.id}`;
  return (
    <Page trail={<BackLink href="/campaigns">Campaigns</BackLink>} title={campaign.name} description={<LiveRefresh />}>
      <div className="space-y-5">
        <CampaignProgress
          campaign={campaign}
          mayChange={includesRole(member.role, "marketer")}
          change={changeCampaignAction}
          duplicate={duplicateCampaignAction}
        />
        <Card aria-labelledby="requests-title">
          <CardHeader id="requests-title" title="Requests" description="Each is a message of its own, with a transid" />
          {rows.length === 0 ? (
            <p className="px-4 py-10 text-center text-ink-muted">None has been accepted yet.</p>
          ) : (
            <>
              <MessageTable rows={rows} label="Requests" />
              <Paging older={next === null ? undefined : withQuery(path, { after: next })} newest={after && path} />
            </>
          )}
        </Card>
      </div>
    </Page>
  );
}
