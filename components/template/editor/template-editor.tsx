"use client";

import "@/components/preview/screens.css";
import { ImageLooksProvider } from "@/components/editor/content/image-looks";
import type { LookAtImage } from "@/components/editor/content/image-store";
import { TemplatesProvider } from "@/components/editor/content/templates";
import { DocumentForm } from "@/components/editor/document-form";
import { ReachForm, type Audiences } from "@/components/editor/reach/reach-state";
import type { TestActions } from "@/components/editor/test/test-actions";
import { useDocument } from "@/components/editor/use-document";
import { MediaProvider, type Media } from "@/components/media/media-context";
import type { ComposerApp } from "@/lib/compose/composition";
import { declaredOf } from "@/lib/compose/template-draft";
import type { Document } from "@/lib/editor/document";
import type { PublishAction } from "../publish-button";
import { EditorFrame } from "./editor-frame";
import type { TemplateLists } from "./recipient-choice";
import type { EditedTemplate } from "./template-kind";
import {
  useTemplateDraft,
  type FindTemplateAction,
  type SaveTemplateAction,
} from "./use-template-draft";

export interface TemplateEditorProps {
  template: {
    id: string;
    name: string;
    appid: string;
    templateId: string;
    published: number | null;
    publishedContent: string | null;
  };
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
  /**
   * A user of the app with a device, for the request that is shown; undefined where there is none.
   */
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

/**
 * Where a template is written: the composer's own fields and previews over its blocks, and the
 * parameters that its texts leave open.
 */
export function TemplateEditor(props: TemplateEditorProps) {
  const {
    template,
    opened,
    save,
    find: findDraft,
    autosaveMs,
    memberId,
    lookAtImage,
    library,
    ...rest
  } = props;
  const { origin } = rest;
  const { serviceId, find, mayUpload } = library;
  const draft = useTemplateDraft({
    template,
    opened,
    memberId,
    serviceId,
    save,
    find: findDraft,
    autosaveMs,
  });
  const parameters = useDocument(draft.store, parametersOf);
  // What may be written into a text; the blocks are the form's own.
  const choosable = [
    { ...template, version: 1, blocks: {}, parameters: parameters.map(declaredOf), languages: [] },
  ];
  return (
    <TemplatesProvider value={choosable}>
      <ImageLooksProvider look={lookAtImage}>
        <DocumentForm store={draft.store}>
          <ReachForm audiences={nobody}>
            <MediaProvider value={{ serviceId, find, mayUpload, origin }}>
              <EditorFrame {...rest} template={template} draft={draft} />
            </MediaProvider>
          </ReachForm>
        </DocumentForm>
      </ImageLooksProvider>
    </TemplatesProvider>
  );
}

const parametersOf = ({ content }: Document<EditedTemplate>) => content.own.parameters;
