import type { Tone } from "@/components/ui/badge";
import type { TemplateState } from "@/lib/directory/template/list";
import type { ParameterType } from "@/lib/template/parameter-value";

/** How each state of a template looks, in the order of the filter. */
export const templateLooks: Record<TemplateState, { label: string; tone: Tone }> = {
  draft: { label: "Draft", tone: "neutral" },
  published: { label: "Published", tone: "green" },
  changed: { label: "Unpublished changes", tone: "amber" },
  archived: { label: "Archived", tone: "neutral" },
};

/** What is said where no template is in a state. */
export const noneInState: Record<TemplateState, string> = {
  draft: "No unpublished templates",
  published: "No published templates",
  changed: "No templates with unpublished changes",
  archived: "No archived templates",
};

/** What each type of parameter is called where people read. */
export const typeLabels: Record<ParameterType, string> = {
  text: "Text",
  number: "Number",
  url: "URL",
  date: "Date",
  choice: "Choice",
};
