"use client";

import "@/components/preview/screens.css";
import { ImageLooksProvider } from "@/components/editor/content/image-looks";
import { TemplatesProvider } from "@/components/editor/content/templates";
import { DocumentForm } from "@/components/editor/document-form";
import { ReachForm, type Audiences } from "@/components/editor/reach/reach-state";
import { useDocument } from "@/components/editor/use-document";
import { MediaProvider } from "@/components/media/media-context";
import { declaredOf } from "@/lib/authoring/template-draft";
import type { Document } from "@/lib/editor/document";
import { EditorFrame } from "./editor-frame";
import type { TemplateEditorProps } from "./template-editor-props";
import type { EditedTemplate } from "./template-kind";
import { useTemplateDraft } from "./use-template-draft";

/** A template has no recipients. */
const nobody: Audiences = {
  rows: [],
  opened: undefined,
  open: async () => ({ ok: false, problems: [] }),
  segments: { rows: [], draw: async () => ({ ok: false, problems: [] }) },
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
