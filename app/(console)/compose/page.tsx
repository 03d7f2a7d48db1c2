import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { OpenApproval } from "@/components/campaign/open-approval";
import { Composer } from "@/components/composer/composer";
import { readDraft } from "@/components/composer/draft/campaign-kind";
import type { ComposerRights } from "@/components/composer/rights";
import { Page } from "@/components/shell/page";
import { EmptyState } from "@/components/ui/empty-state";
import { requireMember } from "@/lib/auth/session";
import type { SavedVersion } from "@/lib/compose/saved-versions";
import { config } from "@/lib/config/config";
import { listApps } from "@/lib/directory/app/list";
import { listWebPushApps } from "@/lib/directory/app/list-web-push";
import { listAudiences, openAudience as openAudienceView } from "@/lib/directory/audience/list";
import { listSegments } from "@/lib/directory/segment/list";
import { readFrequencyCaps } from "@/lib/directory/service/caps";
import { listTemplateChoices } from "@/lib/directory/template/choices";
import { paths, single } from "@/lib/inputs/paths";
import { mostSegments } from "@/lib/inputs/segment";
import { findCampaign as findCampaignView, type CampaignDetail } from "@/lib/results/campaign-list";
import { hasSent } from "@/lib/results/has-sent";
import { parseTemplateRef } from "@/lib/template/resolve";
import { releaseSend, undoSend } from "../campaigns/actions";
import { composerApp } from "../composer-app";
import {
  orNotFound,
  ifFound,
  inService,
  inServiceOf,
  type InService,
  type Query,
} from "../in-service";
import { listMedia } from "../media/actions";
import {
  askApproval,
  checkNotifyurl,
  countCoverage,
  drawSegment,
  findCampaign,
  findTemplateChoices,
  lookAtImage,
  openAudience,
  readPlan,
  readSendProgress,
  saveCampaign,
  scheduleCampaign,
  sendCampaign,
} from "./actions";
import { findTestTargets, saveTestGroup, readTestProgress, sendTestMessage } from "./test-actions";

export const metadata: Metadata = { title: "Compose" };

export default async function ComposePage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const id = single(query["campaign"]);
  const campaign =
    id === undefined
      ? undefined
      : await orNotFound(findCampaignView({ actor: await requireMember() }, { id }));
  const { as, serviceId, may } = campaign
    ? await inServiceOf(campaign, paths.compose(), query)
    : await inService(query);
  // What was sent or waits to be sent is looked at in its list; a draft is what is edited.
  if (campaign && campaign.state !== "draft")
    redirect(paths.campaign(campaign.id, { service: single(query["service"]) }));
  const template = campaign ? undefined : single(query["template"])?.slice(0, 200);
  const audienceId = campaign
    ? readDraft(campaign.draft)?.reach.audienceId
    : single(query["audience"]);
  const askedSegment = campaign ? undefined : single(query["segment"]);
  const [apps, templates, audiences, segments, browserApps, opened, sent, frequencyCaps] =
    await Promise.all([
      listApps(as, { serviceId }),
      listTemplateChoices(as, {
        serviceId,
        named: namedIn(
          template ?? (campaign && readDraft(campaign.draft)?.request.message?.template),
        ),
      }),
      listAudiences(as, { serviceId, limit: 500 }),
      listSegments(as, { serviceId, limit: mostSegments }),
      listWebPushApps(as, { serviceId }),
      audienceId == null ? undefined : ifFound(openAudienceView(as, { id: audienceId })),
      hasSent(as, { serviceId }),
      readFrequencyCaps(as, { serviceId }),
    ]);
  const appid = single(query["appid"]);
  const templateId = template === undefined ? undefined : parseTemplateRef(template).templateId;
  const named = templates.find(
    (one) => one.templateId === templateId && (appid === undefined || one.appid === appid),
  );
  if (template !== undefined && !named) notFound();
  const segmentId = segments.rows.find(({ id: own }) => own === askedSegment)?.id;
  return (
    <Page title="Compose" wide dense>
      {apps.length === 0 ? (
        <EmptyState title="There is no app to send from">
          Every message is sent from an app. Ask an administrator to add one.
        </EmptyState>
      ) : (
        <>
          {campaign?.approval != null && (
            <OpenApproval id={campaign.id} state={campaign.approval} />
          )}
          <Composer
            apps={apps.map(composerApp)}
            templates={templates}
            findTemplates={findTemplateChoices}
            key={
              campaign?.id ??
              `new in ${serviceId} to ${audienceId ?? segmentId ?? "nobody yet"} by ${template ?? "no template"}`
            }
            appid={appid ?? named?.appid}
            template={template}
            audienceId={
              campaign === undefined && opened?.serviceId === serviceId && !opened.removed
                ? opened.id
                : undefined
            }
            segmentId={segmentId}
            campaign={campaign && savedVersion(campaign)}
            memberId={as.actor.id}
            serviceId={serviceId}
            firstDay={!sent}
            may={rightsOf(may)}
            frequencyCaps={frequencyCaps}
            origin={config().ORIGIN}
            audiences={{
              rows: audiences.rows,
              opened,
              open: openAudience,
              segments: { rows: segments.rows, draw: drawSegment },
              countDevices: countCoverage,
            }}
            sending={{
              send: sendCampaign,
              undo: undoSend,
              release: releaseSend,
              readProgress: readSendProgress,
            }}
            plan={readPlan}
            testing={{
              send: sendTestMessage,
              readProgress: readTestProgress,
              find: findTestTargets,
              saveGroup: saveTestGroup,
              browserApps,
            }}
            checkNotifyurl={checkNotifyurl}
            lookAtImage={lookAtImage}
            findMedia={listMedia}
            autosaveMs={config().AUTOSAVE_MS}
            undoSeconds={config().UNDO_SECONDS}
            drafts={{
              save: saveCampaign,
              schedule: scheduleCampaign,
              askApproval,
              readProgress: readSendProgress,
              find: findCampaign,
            }}
          />
        </>
      )}
    </Page>
  );
}

function rightsOf(may: InService["may"]): ComposerRights {
  return {
    test: may("testMessage.send"),
    schedule: may("campaign.schedule"),
    send: may("campaign.send"),
    checkNotifyurl: may("notifyurl.check"),
    lookAtImages: may("campaign.save"),
    uploadMedia: may("media.add"),
    exempt: may("campaign.exempt"),
  };
}

/** A campaign as the composer goes on with it. */
function savedVersion({ id, revision, name, draft }: CampaignDetail): SavedVersion {
  return { id, revision, name, draft };
}

/** The template that a message names, if any. The text of a draft may be anything. */
function namedIn(template: unknown): string[] {
  return typeof template === "string" ? [template] : [];
}
