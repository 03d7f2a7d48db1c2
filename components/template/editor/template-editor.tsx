"use client";

import "@/components/preview/screens.css";
import { useEffect, useMemo, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { ReachForm, type Audiences } from "@/components/composer/audience/reach-state";
import { ImageLooksProvider } from "@/components/composer/content/image-looks";
import type { LookAtImage } from "@/components/composer/content/image-store";
import { SharedForm } from "@/components/composer/content/shared-state";
import { TemplatesProvider } from "@/components/composer/content/templates";
import { useDraftEvents } from "@/components/composer/draft/use-draft-events";
import type { Version } from "@/components/composer/draft/use-history";
import type { TestActions } from "@/components/composer/send/test-actions";
import { MediaProvider, type Media } from "@/components/media/media-context";
import { sharedOf } from "@/lib/compose/adopt";
import type { ComposerApp } from "@/lib/compose/composition";
import { noReach } from "@/lib/compose/reach";
import { apart } from "@/lib/compose/sample-sets";
import { declaredOf, readTemplateDraft } from "@/lib/compose/template-draft";
import { templateForm } from "@/lib/compose/template-form";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import type { PublishAction } from "../publish-button";
import { EditorFrame } from "./editor-frame";
import type { Own } from "./own-parameters";
import type { TemplateLists } from "./recipient-choice";
import { templateStore, type TemplateStore } from "./template-store";
import { useTemplateDraft, type FindTemplateAction, type OpenedDraft, type SaveTemplateAction } from "./use-template-draft";

export interface TemplateEditorProps {
  template: { id: string; name: string; appid: string; templateId: string; published: number | null };
  /** What the draft says, or what it would begin with. */
  opened: { content: string; revision: number };
  apps: readonly ComposerApp[];
  /** Public address of the service, for the command line. */
  origin: string;
  save: SaveTemplateAction;
  find: FindTemplateAction;
  /** Milliseconds after the last key until the draft is saved. */
  autosaveMs: number;
  /** Absent for members who may not. */
  publish: PublishAction | undefined;
  /** Whether what was really sent may be run through the draft before. */
  proven: boolean;
  lookAtImage: LookAtImage;
  memberId: string;
  testing: TestActions;
  mayTest: boolean;
  /** A user of the app with a device, for the request that is shown; undefined where there is none. */
  userid: string | undefined;
  /** Whose recipients it can be looked at with. */
  lists: TemplateLists;
  /** The media library to choose from. */
  library: Omit<Media, "origin">;
}

/** A template has no recipients. */
const nobody: Audiences = {
  rows: [],
  opened: undefined,
  open: async () => ({ ok: false, problems: [] }),
  countDevices: async () => ({ ok: false, problems: [] }),
};

/** Where a template is written: the composer's own fields and previews over its blocks, and the parameters that its texts leave open. */
export function TemplateEditor(props: TemplateEditorProps) {
  const { template, opened, save, find: findDraft, autosaveMs, memberId, lookAtImage, library, ...rest } = props;
  const { origin } = rest;
  const { serviceId, find, mayUpload } = library;
  const media = useMemo(() => ({ serviceId, find, mayUpload, origin }), [serviceId, find, mayUpload, origin]);
  const [store] = useState(() => templateStore(() => window.sessionStorage, memberId, template.id));
  const [begun] = useState(() => begunWith(opened, store));
  const [content] = useState(() => readTemplateDraft(begun.content));
  const [initial] = useState((): Version => {
    const request = templateForm(template, content.blocks);
    return { request, shared: sharedOf(request), reach: noReach };
  });
  const form = useForm<PushRequestInput, unknown, PushRequest>({ defaultValues: initial.request as never });
  const { resetDefaultValues } = form;
  useEffect(() => resetDefaultValues({}), [resetDefaultValues]);
  const [own, setOwn] = useState<Own>(() => ({
    parameters: content.parameters,
    languages: content.languages,
    samples: apart(content.samples),
  }));
  const draft = useTemplateDraft(template.id, begun, { save, find: findDraft, autosaveMs }, store);
  useDraftEvents(serviceId, template.id, draft.look);
  // What may be written into a text; the blocks are the form's own.
  const choosable = useMemo(
    () => [{ ...template, version: 1, blocks: {}, parameters: own.parameters.map(declaredOf), languages: [] }],
    [template, own.parameters],
  );
  return (
    <TemplatesProvider value={choosable}>
      <ImageLooksProvider look={lookAtImage}>
        <FormProvider {...form}>
          <ReachForm initial={noReach} audiences={nobody}>
            <SharedForm initial={initial.shared}>
              <MediaProvider value={media}>
                <EditorFrame {...rest} template={template} form={form} initial={initial} own={own} onOwn={setOwn} draft={draft} />
              </MediaProvider>
            </SharedForm>
          </ReachForm>
        </FormProvider>
      </ImageLooksProvider>
    </TemplatesProvider>
  );
}

/**
 * What this tab alone has of the draft goes before what the server has, as long as that is what it was written from, or is a save of this tab whose answer was
 * lost; otherwise the two are merged by a person.
 */
function begunWith({ content, revision }: TemplateEditorProps["opened"], store: TemplateStore): OpenedDraft {
  const local = store.read();
  if (!local || local.content === content) return { content, saved: content, revision, unanswered: [] };
  const { unanswered } = local;
  return unanswered.includes(content)
    ? { content: local.content, saved: content, revision, unanswered }
    : { content: local.content, saved: local.base, revision: local.revision, unanswered };
}
