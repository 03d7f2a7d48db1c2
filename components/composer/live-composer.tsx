"use client";

import { useEffect, useState } from "react";
import { ImageLooksProvider } from "@/components/editor/content/image-looks";
import { GrowingTemplates, useTemplates } from "@/components/editor/content/templates";
import { DocumentForm } from "@/components/editor/document-form";
import { ReachForm } from "@/components/editor/reach/reach-state";
import { tabStore } from "@/components/editor/tab-memory";
import { MediaProvider } from "@/components/media/media-context";
import { atServer } from "@/components/ui/browser/at-server";
import {
  emptyComposition,
  templateComposition,
  exampleComposition,
  type ComposerApp,
} from "@/lib/compose/composition";
import { composerSteps, type ComposerStep } from "@/lib/compose/place";
import { noReach } from "@/lib/compose/reach";
import { openDocument, type Document } from "@/lib/editor/document";
import { composeAddress, draftIn } from "./compose-address";
import { ComposerFrame } from "./composer-frame";
import type { ComposerFrameProps, ComposerProps } from "./composer-props";
import { CapsProvider } from "./delivery/caps-context";
import { NotifyurlCheckProvider } from "./delivery/notify-check";
import { campaignKind, readCampaign, type CampaignContent } from "./draft/campaign-kind";
import {
  campaignMemory,
  forgetLeft,
  leftBehind,
  savedHere,
  type CampaignMemory,
} from "./draft/campaign-memory";
import { useCampaignDraft } from "./draft/use-campaign-draft";
import { markOf, stepOfHash } from "./step-address";

/** As many templates as a page is given: where there are so many, there may be others. */
const mostGiven = 200;

/**
 * Renders the composer. Also rendered at the server, where the drafts stored in the tab are not
 * available.
 */
export function LiveComposer({
  templates,
  findTemplates,
  checkNotifyurl,
  lookAtImage,
  findMedia,
  frequencyCaps,
  ...props
}: ComposerProps) {
  const { serviceId, origin, may } = props;
  const { ok: mayUpload } = may.uploadMedia;
  return (
    <GrowingTemplates
      templates={templates}
      serviceId={props.serviceId}
      find={templates.length < mostGiven ? undefined : findTemplates}
    >
      <NotifyurlCheckProvider value={props.may.checkNotifyurl.ok ? checkNotifyurl : undefined}>
        <ImageLooksProvider look={props.may.lookAtImages.ok ? lookAtImage : undefined}>
          <MediaProvider value={{ serviceId, origin, find: findMedia, mayUpload }}>
            <CapsProvider value={{ caps: frequencyCaps, right: may.exempt }}>
              <DraftSessions {...props} />
            </CapsProvider>
          </MediaProvider>
        </ImageLooksProvider>
      </NotifyurlCheckProvider>
    </GrowingTemplates>
  );
}

/** Returns the content that a new message begins with. */
function begun(
  app: ComposerApp | undefined,
  {
    audienceId,
    segmentId,
    template,
    name,
    firstDay,
  }: Pick<ComposerProps, "audienceId" | "segmentId" | "template" | "firstDay"> & {
    name?: string | undefined;
  },
): CampaignContent {
  const appid = app?.appid ?? "";
  if (template !== undefined) return { ...templateComposition(appid, template), name };
  if (audienceId !== undefined)
    return { ...emptyComposition(appid, app?.platforms), reach: { ...noReach, audienceId } };
  if (segmentId !== undefined) {
    const segment = { id: segmentId, evaluation: "send" } as const;
    return { ...emptyComposition(appid, app?.platforms), reach: { ...noReach, segment } };
  }
  return app?.sandbox && firstDay
    ? exampleComposition(appid)
    : emptyComposition(appid, app?.platforms);
}

/** One message in the composer; starting over replaces it by the next. */
interface DraftSession {
  generation: number;
  /**
   * The step that it begins with; that of the address when left out. Until it is drawn, the one
   * before and the router may still write that of before there.
   */
  at?: ComposerStep;
  /** The draft that undoing “Start over” restores. */
  back?: Document<CampaignContent>;
  /** Undoes “Start over”: restores the draft before. */
  undo?: () => Promise<void>;
}

type DraftSessionsProps = Omit<
  ComposerProps,
  "templates" | "findTemplates" | "checkNotifyurl" | "lookAtImage" | "findMedia" | "frequencyCaps"
>;

function DraftSessions({
  apps,
  appid,
  audienceId,
  segmentId,
  template,
  campaign,
  memberId,
  serviceId,
  firstDay,
  drafts,
  ...rest
}: DraftSessionsProps) {
  const app =
    apps.find((one) => one.appid === appid) ?? apps.find(({ sandbox }) => sandbox) ?? apps[0];
  // Its campaign is called like the template, and not by the id that programs use.
  const templateName = useTemplates().find(
    (one) => one.templateId === template && one.appid === app?.appid,
  )?.name;
  const [{ generation, at, back, undo }, setSession] = useState<DraftSession>({ generation: 0 });
  const who = `${memberId}.${serviceId}`;
  const isAsked = audienceId !== undefined || segmentId !== undefined || template !== undefined;
  const [left] = useState(() =>
    atServer || campaign || isAsked ? undefined : leftBehind(tabStore(), who),
  );
  const [here] = useState(() =>
    atServer ? undefined : (savedHere.of(draftIn(window.location.search)) ?? left),
  );
  useEffect(() => {
    forgetLeft(tabStore(), who);
  }, [who]);
  const openSession = (): { memory: CampaignMemory; open: Document<CampaignContent> } => {
    const version = generation > 0 ? undefined : campaign ? savedHere.newest(campaign) : here;
    // One for each session: the order of the last one may still be under way.
    const own = campaignMemory(tabStore(), who, (back ?? version)?.id ?? null);
    if (back)
      return { memory: own, open: { ...back, saving: undefined, sending: { kind: "idle" } } };
    const storedDraft = generation === 0 ? own.read() : undefined;
    // A user who comes from a list or a segment writes to that; one who comes from a template uses
    // that template.
    const storedReach = storedDraft?.content.reach;
    const fitsList =
      (audienceId === undefined || storedReach?.audienceId === audienceId) &&
      (segmentId === undefined || storedReach?.segment?.id === segmentId);
    const fitsTemplate =
      template === undefined || storedDraft?.content.request.message?.template === template;
    const content =
      (version && readCampaign(version.name, version.draft)) ??
      begun(
        app,
        generation === 0
          ? { audienceId, segmentId, template, name: templateName, firstDay }
          : { firstDay: false },
      );
    const stored = version && { id: version.id, revision: version.revision, text: version.draft };
    return {
      memory: own,
      open: openDocument(
        campaignKind,
        stored,
        content,
        fitsList && fitsTemplate ? storedDraft : undefined,
      ),
    };
  };
  const begin = (address: string, next: Omit<DraftSession, "generation">) => {
    window.history.replaceState(markOf(window.history.state), "", address);
    setSession((before) => ({ generation: before.generation + 1, ...next }));
  };
  const startOver = (former: Promise<Document<CampaignContent>>, memory: CampaignMemory) => {
    const { hash } = window.location;
    memory.clear();
    begin(composeAddress(null), {
      at: composerSteps[0],
      undo: async () => {
        const from = await former;
        begin(`${composeAddress(from.id)}${hash}`, {
          at: stepOfHash(hash) ?? composerSteps[0],
          back: from,
        });
      },
    });
  };
  return (
    <WithDraft
      key={generation}
      apps={apps}
      openSession={openSession}
      drafts={drafts}
      serviceId={serviceId}
      at={at}
      takesFocus={generation > 0}
      onStartOver={startOver}
      onUndoStartOver={undo && (() => void undo())}
      {...rest}
    />
  );
}

interface WithDraftProps
  extends
    Omit<
      DraftSessionsProps,
      "appid" | "audienceId" | "segmentId" | "template" | "campaign" | "memberId" | "firstDay"
    >,
    Pick<ComposerFrameProps, "at" | "takesFocus" | "onUndoStartOver"> {
  /**
   * Called once: a fresh list of apps from the server must not throw away what is being written.
   */
  openSession: () => { memory: CampaignMemory; open: Document<CampaignContent> };
  onStartOver: (former: Promise<Document<CampaignContent>>, memory: CampaignMemory) => void;
}

function WithDraft({
  openSession,
  drafts,
  sending,
  serviceId,
  autosaveMs,
  audiences,
  onStartOver,
  ...rest
}: WithDraftProps) {
  const [{ memory, open }] = useState(openSession);
  const draft = useCampaignDraft({ open, memory, serviceId, actions: drafts, sending, autosaveMs });
  return (
    <DocumentForm store={draft.store}>
      <ReachForm audiences={audiences}>
        <ComposerFrame
          initial={open.content}
          draft={draft}
          onStartOver={() => onStartOver(draft.leave(), memory)}
          {...rest}
        />
      </ReachForm>
    </DocumentForm>
  );
}
