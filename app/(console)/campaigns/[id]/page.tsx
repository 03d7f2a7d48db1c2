import type { Metadata } from "next";
import { CampaignProgress } from "@/components/campaign/campaign-progress";
import { campaignRights } from "@/components/campaign/campaign-rights";
import { listAddress } from "@/components/listing/list-address";
import { LiveRefresh } from "@/components/listing/live-refresh";
import { MessageTable } from "@/components/message/message-table";
import { NothingHere } from "@/components/listing/list-page";
import { Paging } from "@/components/listing/paging";
import { BackLink } from "@/components/shell/back-link";
import { Page } from "@/components/shell/page";
import { Card, CardHeader } from "@/components/ui/card";
import { requireMember } from "@/lib/auth/session";
import { readCampaign } from "@/lib/results/read-campaign";
import { listMessages } from "@/lib/results/read-messages";
import { found, inServiceOf, type Query } from "../../in-service";
import { change, duplicate, stop, unschedule } from "../actions";

export const metadata: Metadata = { title: "Campaign" };

interface CampaignProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<Query>;
}

export default async function CampaignPage({ params, searchParams }: CampaignProps) {
  const { id } = await params;
  const query = await searchParams;
  const campaign = await found(readCampaign({ actor: await requireMember() }, { id }));
  const path = `/campaigns/${campaign.id}`;
  const { as, serviceId, may } = await inServiceOf(campaign, path, query);
  const address = listAddress(path, query, ["-accepted"]);
  const { after, before } = address;
  const page = await listMessages(as, { serviceId, campaignId: campaign.id, after, before });
  return (
    <Page
      trail={<BackLink href="/campaigns">Campaigns</BackLink>}
      title={campaign.name}
      description={<LiveRefresh serviceId={serviceId} />}
    >
      <div className="space-y-5">
        <CampaignProgress campaign={campaign} may={campaignRights(may)} actions={{ change, unschedule, stop, duplicate }} />
        <Card aria-labelledby="requests-title">
          <CardHeader id="requests-title" title="Requests" description="Each is a message of its own, with a transid" />
          {page.rows.length === 0 && (address.after !== undefined || address.before !== undefined) ? (
            <NothingHere address={address} />
          ) : page.rows.length === 0 ? (
            <p className="px-4 py-10 text-center text-ink-muted">None has been accepted yet.</p>
          ) : (
            <>
              <MessageTable rows={page.rows} label="Requests" />
              <Paging address={address} page={page} noun={{ one: "request", many: "requests" }} />
            </>
          )}
        </Card>
      </div>
    </Page>
  );
}
