import { memoized } from "@/components/editor/memoized";
import { mergeTemplates } from "@/lib/authoring/merge-template";
import { apart } from "@/lib/authoring/sample-sets";
import {
  parametersIn,
  readTemplateDraft,
  writeTemplateDraft,
} from "@/lib/authoring/template-draft";
import { blocksOfForm, templateForm } from "@/lib/authoring/template-form";
import { sharedOf } from "@/lib/compose/adopt";
import type { SharedText } from "@/lib/compose/shared-text";
import type { Kind } from "@/lib/editor/document";
import type { PushRequestInput } from "@/lib/interface/request";
import type { TemplateContent } from "@/lib/template/content";
import { isBlank } from "./look-with";

/** A template's draft as its editor holds it: its blocks as a form, and the rest. */
export interface EditedTemplate {
  request: PushRequestInput;
  shared: SharedText;
  own: Omit<TemplateContent, "blocks">;
}

type TemplateSource = Parameters<typeof templateForm>[0];

/** The draft of a template as a document. */
export function templateKind(template: TemplateSource): Kind<EditedTemplate> {
  const write = memoized((content: EditedTemplate) => writeTemplateDraft(draftOf(content)));
  return {
    text: write,
    write,
    merge: (base, mine, theirs) => {
      const { content, ...fields } = mergeTemplates(draftOf(base), draftOf(mine), draftOf(theirs));
      return { ...fields, content: contentOf(template, content) };
    },
    // Parameters come and go with the texts.
    follow: (content) => {
      const { parameters, languages, samples } = draftOf(content);
      return { ...content, own: { parameters, languages, samples } };
    },
    contentProblem: () => undefined,
    restore: (content) => content,
    next: (content) => content,
  };
}

/** A draft for the form. */
export function contentOf(
  template: TemplateSource,
  { blocks, samples, ...rest }: TemplateContent,
): EditedTemplate {
  const request = templateForm(template, blocks);
  return { request, shared: sharedOf(request), own: { ...rest, samples: apart(samples) } };
}

/** A stored draft for the form. */
export function readEdited(template: TemplateSource, text: string): EditedTemplate {
  return contentOf(template, readTemplateDraft(text));
}

/**
 * What the form holds, as a draft: parameters in the order of the texts, without those that say
 * nothing and stand in no text.
 */
export function draftOf({
  request,
  own: { parameters: declared, languages, samples },
}: Pick<EditedTemplate, "request" | "own">): TemplateContent {
  const blocks = blocksOfForm(request);
  const parameters = parametersIn({ blocks, languages }, declared).flatMap(({ parameter, used }) =>
    used || !isBlank(parameter) ? [parameter] : [],
  );
  return { blocks, parameters, samples, languages };
}
