"use client";

import { useExamined } from "@/components/editor/examined/examined";
import { JsonPanel, type JsonPanelProps } from "@/components/editor/panel/code-panels";
import { templateInText } from "@/lib/authoring/template-in-text";
import type { PushRequestInput } from "@/lib/interface/request";
import type { TemplateContent } from "@/lib/template/content";

interface TemplateJsonProps extends JsonPanelProps {
  /** Returns the content of the form as the text of a stored draft. */
  write: (request: PushRequestInput) => string;
  onAdopt: (content: TemplateContent) => void;
}

/** The template as the API and files have it, which is changed in the form as one types. */
export function TemplateJson({ write, onAdopt, ...panel }: TemplateJsonProps) {
  const body = write(useExamined().request);
  return (
    <JsonPanel
      {...panel}
      subject={{
        name: "Template",
        noun: "template",
        body,
        whole: body,
        exact: "As stored",
        undone: "Nothing was published.",
        hint: "Paste the content of any template here and continue in the form.",
        read: templateInText,
        onAdopt,
      }}
    />
  );
}
