import { PenLine, Send } from "lucide-react";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import { UndoableSends } from "@/components/campaign/undoable-send";
import { curlCommand, sendCall } from "@/components/facts/call";
import { sampleRequest } from "@/components/facts/sample-request";
import { Approvals } from "@/components/home/approvals-card";
import { AttentionCard } from "@/components/home/attention-card";
import { attentionRows } from "@/components/home/attention-rows";
import { CampaignsAhead, mostAhead } from "@/components/home/campaigns-ahead";
import { dismissedSteps } from "@/components/home/dismissed-steps";
import { Figures } from "@/components/home/figures";
import { FirstSteps } from "@/components/home/first-steps";
import { FlaggedApps } from "@/components/home/flagged-apps";
import { GoneWebhooks } from "@/components/home/gone-webhooks";
import { OwnAppCard } from "@/components/home/own-app-card";
import { LiveRefresh } from "@/components/listing/live-refresh";
import { MessageTable } from "@/components/message/message-table";
import { LinkButton } from "@/components/shell/link-button";
import { Page } from "@/components/shell/page";
import { doneSteps } from "@/components/start/done-steps";
import { TitledCard } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { config } from "@/lib/config/config";
import { listApps } from "@/lib/directory/app/list";
import { listDevices } from "@/lib/directory/device/list";
import { overviewRanges } from "@/lib/inputs/overview-range";
import { paths, single } from "@/lib/inputs/paths";
import { listCampaigns, type CampaignRow } from "@/lib/results/campaign-list";
import { needsAttention } from "@/lib/results/needs-attention";
import { openApprovals, type OpenApproval } from "@/lib/results/open-approvals";
import { overview } from "@/lib/results/overview";
import { readOwnApp } from "@/lib/results/own-app";
import { listMessages } from "@/lib/results/read-messages";
import { listUndoableSends } from "@/lib/results/undoable-sends";
import { listUpcoming } from "@/lib/results/upcoming";
import { releaseSend, undoSend } from "../campaigns/actions";
import { inService, ownServices, type InService, type Query } from "../in-service";
import { resumeWebhook } from "../settings/notify-urls/actions";

export const metadata: Metadata = { title: "Home" };

const shownMessages = 6;

export default async function HomePage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const here = await inService(query);
  const range = overviewRanges.find((one) => one === single(query["range"])) ?? overviewRanges[0];
  const { as, serviceId, may } = here;
  const [
    services,
    figures,
    approvals,
    attention,
    recent,
    sample,
    undoableSends,
    scheduled,
    drafts,
  ] = await Promise.all([
    ownServices(),
    overview(as, { serviceId, range }),
    openApprovals(as, { serviceId }),
    needsAttention(as, { serviceId }),
    listMessages(as, { serviceId, limit: shownMessages }),
    sampleOf(here),
    listUndoableSends(as, { serviceId }),
    listUpcoming(as, { serviceId, limit: mostAhead }),
    listCampaigns(as, { serviceId, state: "draft" }),
  ]);
  const steps = figures.firstSteps;
  // They lead through the sandbox: its devices answer at once.
  const inSandbox = services.some(({ id, sandbox }) => id === serviceId && sandbox);
  const isYoung = recent.rows.length < shownMessages;
  const offersOwnApp = inSandbox && may("app.create").ok;
  const ownApp =
    isYoung && !inSandbox && may("app.create").ok
      ? doneSteps(await readOwnApp(as, { serviceId }))
      : undefined;
  const isDismissed = (await cookies()).has(dismissedSteps);
  const stepsLeft = inSandbox && !isDismissed && !(steps.sentOne && steps.readOne && steps.usedApi);
  return (
    <Page
      title="Home"
      description={
        <>
          Open tasks, upcoming campaigns, and recent results. <LiveRefresh serviceId={serviceId} />
        </>
      }
      actions={
        <LinkButton variant="primary" icon={PenLine} href={paths.compose()}>
          Compose
        </LinkButton>
      }
    >
      <div className="space-y-5">
        <Approvals {...approvals} mayApprove={may("approval.decide").ok} />
        <UndoableSends
          rows={undoableSends}
          may={may("send.undo")}
          undo={undoSend}
          release={releaseSend}
        />
        <AttentionCard rows={attentionRows(attention)}>
          {(figures.flagged.length > 0 || figures.goneWebhooks.length > 0) && (
            <>
              <FlaggedApps flagged={figures.flagged} />
              <GoneWebhooks
                webhooks={figures.goneWebhooks}
                mayResume={may("webhook.resume").ok}
                resume={resumeWebhook}
              />
            </>
          )}
        </AttentionCard>
        {stepsLeft && (
          <FirstSteps done={steps} curl={curlCommand(sendCall(config().ORIGIN, sample))} />
        )}
        {offersOwnApp && isYoung && <OwnAppCard />}
        {ownApp?.includes(false) && (
          <OwnAppCard done={{ steps: ownApp.filter(Boolean).length, of: ownApp.length }} />
        )}
        <CampaignsAhead
          scheduled={scheduled}
          drafts={drafts.rows.filter((row) => isUnfinished(row, approvals.decided))}
          mayEdit={may("campaign.save").ok}
        />
        {recent.rows.length > 0 && <Figures overview={figures} range={range} />}
        <TitledCard
          id="recent-title"
          title="Recent messages"
          actions={
            <LinkButton size="sm" variant="ghost" href={paths.messages()}>
              All messages
            </LinkButton>
          }
        >
          {recent.rows.length === 0 ? (
            <EmptyState
              picture={<Send />}
              title="No messages yet"
              action={<LinkButton href={paths.compose()}>Send the first message</LinkButton>}
            >
              Messages appear here as they are sent, with deliveries, reads and failures.
            </EmptyState>
          ) : (
            <MessageTable rows={recent.rows} label="Recent messages" />
          )}
        </TitledCard>
        {/* Below what one comes for every day. */}
        {offersOwnApp && !isYoung && <OwnAppCard />}
      </div>
    </Page>
  );
}

/**
 * Not what waits for an approval, nor what is shown as approved above: there is nothing to finish.
 */
function isUnfinished({ id, approval }: CampaignRow, approvals: readonly OpenApproval[]): boolean {
  if (approval === "approved") return approvals.every(({ campaignId }) => campaignId !== id);
  return approval !== "waiting";
}

/** A request that works as it stands: an app of the service and one of its users. */
async function sampleOf({ as, serviceId }: InService): Promise<string> {
  const [app] = await listApps(as, { serviceId });
  const appid = app?.appid ?? "your-appid";
  const { rows } = await listDevices(as, { serviceId, appid, limit: 50 });
  return sampleRequest(appid, rows.flatMap((device) => device.userids)[0] ?? "your-userid");
}
