"use client";

import { useDocument } from "@/components/editor/use-document";
import { renderedChanges } from "@/lib/authoring/template-changes";
import { readTemplateDraft } from "@/lib/authoring/template-draft";
import { translationGaps } from "@/lib/authoring/translations";
import type { ComposerApp } from "@/lib/compose/composition";
import type { Document } from "@/lib/editor/document";
import { PublishNews } from "../publish-news";
import type { TemplateEditorProps } from "./template-editor-props";
import { draftOf, type EditedTemplate } from "./template-kind";
import type { TemplateDraftState } from "./use-template-draft";

interface DraftNewsProps {
  template: TemplateEditorProps["template"];
  app: ComposerApp | undefined;
  store: TemplateDraftState["store"];
}

/** What publishing the draft as it is written now changes. */
export function DraftNews({
  template: { templateId, publishedContent },
  app,
  store,
}: DraftNewsProps) {
  const after = draftOf(useDocument(store, contentIn));
  const changes =
    publishedContent !== null && app
      ? renderedChanges(readTemplateDraft(publishedContent), after, { templateId, app })
      : undefined;
  return <PublishNews changes={changes} gaps={translationGaps(after)} />;
}

const contentIn = ({ content }: Document<EditedTemplate>) => content;
