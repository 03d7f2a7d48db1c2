import { Download } from "lucide-react";
import type { Metadata } from "next";
import { cache } from "react";
import { CampaignProgress } from "@/components/campaign/campaign-progress";
import { CampaignResults } from "@/components/campaign/campaign-results";
import { campaignRights } from "@/components/campaign/campaign-rights";
import { campaignTabs, CampaignTabs, type CampaignTab } from "@/components/campaign/campaign-tabs";
import { HeldCampaign } from "@/components/campaign/held-campaign";
import { RecipientFilters } from "@/components/campaign/recipient-filters";
import { isFiltered, listAddress } from "@/components/listing/list-address";
import { ListPart } from "@/components/listing/list-part";
import { LiveRefresh } from "@/components/listing/live-refresh";
import { single } from "@/components/listing/with-query";
import { deliveryStateOf } from "@/components/message/delivery-state";
import { DeliveryTable } from "@/components/message/delivery-table";
import { MessageTable } from "@/components/message/message-table";
import { BackLink } from "@/components/shell/back-link";
import { Page } from "@/components/shell/page";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { requireMember } from "@/lib/auth/session";
import { readBreakdown } from "@/lib/results/campaign-breakdown";
import { listRecipients } from "@/lib/results/campaign-recipients";
import { readCampaign, type CampaignFate } from "@/lib/results/read-campaign";
import { listRequests } from "@/lib/results/read-messages";
import { found, ifFound, inServiceOf, type InService, type Query } from "../../in-service";
import { change, duplicate, sendNow, stop, takeBack, unschedule } from "../actions";
import { Content } from "./content";

/** Read once for the page and its title. */
const open = cache(async (id: string) => readCampaign({ actor: await requireMember() }, { id }));

export async function generateMetadata({ params }: { params: Promise<{ id: string }> }): Promise<Metadata> {
  const known = await ifFound(open((await params).id));
  return { title: known?.name ?? "Campaign" };
}

interface CampaignPageProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<Query>;
}

/** How often the page is read anew: its figures are counted each time, over all deliveries. */
const everyMs = 1_000;
const everyMsOfMany = 10_000;
const manyFrom = 10_000;

export default async function CampaignPage({ params, searchParams }: CampaignPageProps) {
  const { id } = await params;
  const query = await searchParams;
  const campaign = await found(open(id));
  const path = `/campaigns/${campaign.id}`;
  const { as, serviceId, may } = await inServiceOf(campaign, path, query);
  const waits = campaign.state === "draft" || campaign.state === "scheduled";
  const shown = campaignTabs.filter((one) => one === "content" || !waits);
  const tab = shown.find((one) => one === single(query["tab"])) ?? shown[0];
  return (
    <Page
      trail={<BackLink href="/campaigns">Campaigns</BackLink>}
      title={campaign.name}
      description={<LiveRefresh serviceId={serviceId} everyMs={(campaign.recipients ?? 0) < manyFrom ? everyMs : everyMsOfMany} />}
      actions={
        !waits &&
        may("results.export").ok && (
          <Button asChild>
            <a href={`${path}/results.csv`} download>
              <Download aria-hidden />
              Export
            </a>
          </Button>
        )
      }
    >
      <div className="space-y-5">
        {campaign.heldMs !== null && (
          <HeldCampaign id={campaign.id} heldMs={campaign.heldMs} may={may("campaign.undo")} undo={takeBack} release={sendNow} />
        )}
        <CampaignProgress campaign={campaign} may={campaignRights(may)} actions={{ change, undo: takeBack, unschedule, stop, duplicate }} />
        {shown.length > 1 && tab && <CampaignTabs path={path} tab={tab} shown={shown} />}
        {tab && <Side tab={tab} campaign={campaign} as={as} serviceId={serviceId} path={path} query={query} />}
      </div>
    </Page>
  );
}

interface SideProps {
  tab: CampaignTab;
  campaign: CampaignFate;
  as: InService["as"];
  serviceId: string;
  path: string;
  query: Query;
}

async function Side({ tab, campaign, as, serviceId, path, query }: SideProps) {
  const { id } = campaign;
  if (tab === "content") return <Content campaign={campaign} as={as} serviceId={serviceId} />;
  if (tab === "results") return <CampaignResults breakdown={await readBreakdown(as, { id })} />;
  if (tab === "requests") {
    const address = listAddress(path, query, ["-accepted"], { tab });
    const page = await listRequests(as, { campaignId: id, after: address.after, before: address.before });
    return (
      <Card aria-label="Requests">
        <ListPart address={address} page={page} noun={{ one: "request", many: "requests" }} empty="None has been accepted yet.">
          <MessageTable rows={page.rows} label="Requests" />
        </ListPart>
      </Card>
    );
  }
  const state = deliveryStateOf(single(query["state"]));
  const recipient = single(query["q"])?.trim() || undefined;
  const address = listAddress(path, query, ["recipient"], { tab, state, q: recipient });
  const page = await listRecipients(as, { id, state, recipient, after: address.after, before: address.before });
  const narrowed = isFiltered({ ...address, filter: { state, q: recipient } });
  return (
    <>
      <RecipientFilters state={state} recipient={recipient} />
      <Card aria-label="Deliveries">
        <ListPart
          address={address}
          page={page}
          noun={{ one: "delivery", many: "deliveries" }}
          empty={narrowed ? "No delivery fits. A user or device is found by its whole id." : "Recipients are being looked up."}
        >
          <DeliveryTable rows={page.rows} label="Deliveries" />
        </ListPart>
      </Card>
    </>
  );
}
