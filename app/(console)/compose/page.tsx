import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { Composer } from "@/components/composer/composer";
import type { ComposerApp } from "@/lib/compose/composition";
import { readDraft } from "@/components/composer/draft/draft-store";
import { single } from "@/components/listing/with-query";
import { Page } from "@/components/shell/page";
import { EmptyState } from "@/components/ui/empty-state";
import { includesRole } from "@/lib/auth/member";
import { requireMember } from "@/lib/auth/session";
import { config } from "@/lib/config/config";
import { listAudiences, openAudience } from "@/lib/directory/audience/list";
import { listTemplates } from "@/lib/directory/template/list";
import { listApps, type AppRow } from "@/lib/directory/app/list";
import { webPushApps } from "@/lib/directory/app/web-push";
import { findCampaign } from "@/lib/results/campaign-list";
import { checkNotifyurl, openList, planMessage, saveDraft, scheduleDraft, sendMessage } from "./actions";
import { findTestTargets, keepTestGroup, readTestFate, sendTestMessage } from "./test-actions";

export const metadata: Metadata = { title: "Compose" };

export default async function ComposePage({
  searchParams,
}: {
  searchParams: Promise<{ appid?: string | string[]; campaign?: string | string[] }>;
}) {
  const member = await requireMember();
  const query = await searchParams;
  const id = single(query.campaign);
  const [apps, templates, audiences, browserApps, campaign] = await Promise.all([
    listApps(member),
    listTemplates(member),
    listAudiences(member),
    webPushApps(member),
    id === undefined ? undefined : findCampaign(member, id),
  ]);
  if (id !== undefined && !campaign) notFound();
  // What was sent or waits to be sent is looked at in its list; a draft is what is edited.
  if (campaign && campaign.state !== "draft")
    redirect(campaign.requests > 1 ? `/campaigns/${campaign.id}` : campaign.transid ? `/messages/${campaign.transid}` : "/campaigns");
  const audienceId = campaign && readDraft(campaign.draft)?.reach.audienceId;
  const opened = audienceId == null ? undefined : await openAudience(member, audienceId);
  return (
    <Page title="Compose" description="Write once, see it on every device, send it." wide>
      {apps.length === 0 ? (
        <EmptyState title="There is no app to send from">An administrator adds apps; each message goes out in the name of one.</EmptyState>
      ) : (
        <Composer
          apps={apps.map(composerApp)}
          templates={templates}
          key={campaign?.id ?? "new"}
          appid={single(query.appid)}
          campaign={campaign && { id: campaign.id, revision: campaign.revision, name: campaign.name, draft: campaign.draft }}
          memberId={member.id}
          maySend={includesRole(member.role, "marketer")}
          origin={config().ORIGIN}
          audiences={{ rows: audiences, opened, open: openList }}
          send={sendMessage}
          plan={planMessage}
          testing={{
            send: sendTestMessage,
            fateOf: readTestFate,
            find: findTestTargets,
            saveGroup: keepTestGroup,
            browserApps,
          }}
          checkNotifyurl={checkNotifyurl}
          drafts={{ save: saveDraft, schedule: scheduleDraft }}
        />
      )}
    </Page>
  );
}

/** What the composer is told of an app. */
function composerApp({ providers, ...app }: AppRow): ComposerApp {
  const { appid, serviceId, name, siteUrl, iconUrl, bundleId, androidRendering, defaultChannelId, sandbox, sizeRule, httpsOnly } = app;
  const known = providers.map(({ provider }) => provider);
  return {
    appid,
    serviceId,
    name,
    siteUrl,
    iconUrl,
    bundleId,
    androidRendering,
    defaultChannelId,
    sandbox,
    sizeRule,
    httpsOnly,
    providers: known,
  };
}
