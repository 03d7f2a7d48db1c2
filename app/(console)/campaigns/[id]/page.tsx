import type { Metadata } from "next";
import { cache } from "react";
import { HistoryLink } from "@/components/audit/history-link";
import { ApprovalCard } from "@/components/campaign/approval-card";
import { campaignRights } from "@/components/campaign/campaign-actions";
import { CampaignProgress } from "@/components/campaign/campaign-progress";
import { CampaignResults } from "@/components/campaign/campaign-results";
import { campaignTabs, CampaignTabs, type CampaignTab } from "@/components/campaign/campaign-tabs";
import { CampaignWaves } from "@/components/campaign/campaign-waves";
import { NextRunCard } from "@/components/campaign/next-run-card";
import { RecipientFilters } from "@/components/campaign/recipient-filters";
import { SendHistory } from "@/components/campaign/send-history";
import { UndoableSend } from "@/components/campaign/undoable-send";
import { deliveryStateOf, stateLooks, totalOf } from "@/components/facts/delivery-state";
import { isFiltered, listAddress } from "@/components/listing/list-address";
import { ListPart } from "@/components/listing/list-part";
import { LiveRefresh } from "@/components/listing/live-refresh";
import { DeliveryTable } from "@/components/message/delivery-table";
import { MessageTable } from "@/components/message/message-table";
import { BackLink, Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";
import { DownloadButton } from "@/components/ui/download-button";
import { Verbatim } from "@/components/ui/verbatim";
import { requireMember } from "@/lib/auth/session";
import { readRuleWords } from "@/lib/directory/segment/rule-words";
import { paths, single } from "@/lib/inputs/paths";
import { campaignOrders } from "@/lib/results/campaign-orders";
import { listRecipients } from "@/lib/results/campaign-recipients";
import { compareCampaign } from "@/lib/results/compare-campaign";
import { readApprovals, type ApprovalRow } from "@/lib/results/read-approval";
import { readCampaign, type CampaignReport } from "@/lib/results/read-campaign";
import { listRequests } from "@/lib/results/read-messages";
import {
  orNotFound,
  ifFound,
  inServiceOf,
  type InService,
  type Query,
  type ThingPageProps,
} from "../../in-service";
import {
  changeCampaign,
  changeContinuation,
  decideApproval,
  duplicateCampaign,
  endRecurrence,
  pauseCampaign,
  releaseSend,
  resumeCampaign,
  sendApproved,
  skipRun,
  startCampaign,
  stopCampaign,
  undoSend,
  unscheduleCampaign,
  withdrawApproval,
} from "../actions";
import { ApprovedContent } from "./approved-content";
import { Content } from "./content";

/**
 * Read once for the page and its title, and for its headline and what is below it: all their
 * figures are of one moment.
 */
const open = cache(async (id: string, breakdown: boolean) =>
  readCampaign({ actor: await requireMember() }, { id, breakdown }),
);

/** Only the side with the results breaks them down. */
const showsResults = (query: Query) =>
  !campaignTabs.some((one) => one !== "results" && one === single(query["tab"]));

export async function generateMetadata({
  params,
  searchParams,
}: ThingPageProps): Promise<Metadata> {
  const campaign = await ifFound(open((await params).id, showsResults(await searchParams)));
  return { title: campaign?.name ?? "Campaign" };
}

/** How often the page is refreshed: its figures are counted each time, over all deliveries. */
const everyMs = 1_000;
const everyMsOfMany = 10_000;
const manyFrom = 10_000;
/** For so long devices report reads often enough to change a rate. */
const freshMs = 86_400_000;

export default async function CampaignPage({ params, searchParams }: ThingPageProps) {
  const { id } = await params;
  const query = await searchParams;
  const campaign = await orNotFound(open(id, showsResults(query)));
  const path = paths.campaign(campaign.id);
  const { as, serviceId, may } = await inServiceOf(campaign, path, query);
  const { latest, before } = await readApprovals(as, { id: campaign.id });
  const shownApproval = latest !== null && concerns(latest, campaign) ? latest : undefined;
  // Until it is ordered, what is looked at is what was asked for, and not the draft.
  const openApproval =
    shownApproval && campaign.state === "draft" && isOpen(shownApproval)
      ? { latest: shownApproval, before }
      : undefined;
  const ruleWords =
    campaign.segment === null
      ? undefined
      : await readRuleWords(as, { serviceId, rule: campaign.segment.rule });
  const decision = {
    campaignId: campaign.id,
    memberId: as.actor.id,
    may: { approve: may("approval.decide"), ask: may("approval.ask"), send: may("campaign.send") },
    actions: { decide: decideApproval, withdraw: withdrawApproval, send: sendApproved },
  };
  const waits = campaign.state === "draft" || campaign.state === "scheduled";
  const tabs = campaignTabs.filter((one) => one === "content" || !waits);
  const tab = tabs.find((one) => one === single(query["tab"])) ?? tabs[0];
  const exported = tab === "recipients" ? deliveryStateOf(single(query["state"])) : undefined;
  return (
    <Page
      trail={<BackLink href={paths.campaigns()}>Campaigns</BackLink>}
      title={<Verbatim>{campaign.name}</Verbatim>}
      description={
        <LiveRefresh
          serviceId={serviceId}
          everyMs={(campaign.recipients ?? 0) < manyFrom ? everyMs : everyMsOfMany}
        />
      }
      actions={
        <>
          {may("audit.read").ok && <HistoryLink object={campaign.id} />}
          {!waits && may("results.export").ok && (
            <DownloadButton href={paths.campaignFile(campaign.id, { state: exported })}>
              {exported ? `Export ${stateLooks[exported].label.toLowerCase()}` : "Export"}
            </DownloadButton>
          )}
        </>
      }
    >
      <div className="space-y-5">
        {campaign.undoMs !== null && (
          <UndoableSend
            id={campaign.id}
            undoMs={campaign.undoMs}
            may={may("send.undo")}
            undo={undoSend}
            release={releaseSend}
          />
        )}
        <CampaignProgress
          campaign={campaign}
          ruleWords={ruleWords}
          may={campaignRights(may)}
          actions={{
            change: changeCampaign,
            undo: undoSend,
            unschedule: unscheduleCampaign,
            start: startCampaign,
            pause: pauseCampaign,
            resume: resumeCampaign,
            stop: stopCampaign,
            changeContinuation,
            duplicate: duplicateCampaign,
          }}
        />
        {campaign.nextRun && (
          <NextRunCard
            id={campaign.id}
            run={campaign.nextRun}
            may={may("run.skip")}
            skip={skipRun}
            end={endRecurrence}
          />
        )}
        <CampaignWaves waves={campaign.waves} />
        {shownApproval && !openApproval && <ApprovalCard approval={shownApproval} {...decision} />}
        {tabs.length > 1 && tab && <CampaignTabs path={path} tab={tab} tabs={tabs} />}
        {tab && openApproval && (
          <ApprovedContent approvals={openApproval} as={as} serviceId={serviceId} {...decision} />
        )}
        {tab && !openApproval && (
          <Side
            tab={tab}
            campaign={campaign}
            as={as}
            serviceId={serviceId}
            path={path}
            query={query}
          />
        )}
        {tab === "content" && (
          <SendHistory orders={await campaignOrders(as, { id: campaign.id })} path={path} />
        )}
      </div>
    </Page>
  );
}

const isOpen = ({ state }: ApprovalRow) => state === "waiting" || state === "approved";

/**
 * Whether what was asked for last says something of how a campaign stands: not what was withdrawn
 * from a draft, nor what was sent without.
 */
function concerns(approval: ApprovalRow, { state }: CampaignReport): boolean {
  if (approval.state === "withdrawn") return false;
  return state === "draft"
    ? approval.state !== "used"
    : approval.state === "used" || approval.state === "void";
}

interface SideProps {
  tab: CampaignTab;
  campaign: CampaignReport;
  as: InService["as"];
  serviceId: string;
  path: string;
  query: Query;
}

async function Side({ tab, campaign, as, serviceId, path, query }: SideProps) {
  const { id } = campaign;
  if (tab === "content") return <Content campaign={campaign} as={as} serviceId={serviceId} />;
  if (tab === "results") {
    const { breakdown, counts, hours, state } = campaign;
    const former =
      state === "sent" || state === "archived" ? await compareCampaign(as, { id }) : undefined;
    const isFresh =
      campaign.startedAt !== null && Date.now() - Date.parse(campaign.startedAt) < freshMs;
    return (
      breakdown && (
        <CampaignResults
          path={path}
          counts={counts}
          breakdown={breakdown}
          hours={hours}
          former={former}
          isFresh={isFresh}
        />
      )
    );
  }
  if (tab === "requests") {
    const address = listAddress(path, query, ["-accepted"], { tab });
    const page = await listRequests(as, {
      campaignId: id,
      after: address.after,
      before: address.before,
    });
    return (
      <Card aria-label="Requests">
        <ListPart
          address={address}
          page={page}
          noun={{ one: "request", many: "requests" }}
          empty="None has been accepted yet."
        >
          <MessageTable rows={page.rows} label="Requests" />
        </ListPart>
      </Card>
    );
  }
  const state = deliveryStateOf(single(query["state"]));
  const recipient = single(query["q"])?.trim() || undefined;
  const address = listAddress(path, query, ["recipient"], { tab, state, q: recipient });
  const page = await listRecipients(as, {
    id,
    state,
    recipient,
    after: address.after,
    before: address.before,
  });
  const narrowed = isFiltered({ ...address, filter: { state, q: recipient } });
  return (
    <>
      <RecipientFilters state={state} recipient={recipient} />
      <Card aria-label="Deliveries">
        <ListPart
          address={address}
          page={page}
          noun={{ one: "delivery", many: "deliveries" }}
          exactly={
            recipient !== undefined
              ? undefined
              : state
                ? campaign.counts[state]
                : totalOf(campaign.counts)
          }
          empty={
            narrowed
              ? "No delivery fits. A user is found by the beginning of their id, a device by its whole id."
              : "Looking up recipients."
          }
        >
          <DeliveryTable rows={page.rows} label="Deliveries" />
        </ListPart>
      </Card>
    </>
  );
}
