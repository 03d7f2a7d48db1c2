import { assemble } from "@/lib/compose/assemble";
import type { PushBlocksInput, PushRequestInput } from "@/lib/interface/request";
import { filledChannels } from "@/lib/plan/own-values";
import { shownValues } from "@/lib/template/date-format";
import { blocksIn, type TemplateLanguage } from "@/lib/template/languages";
import type { TemplateParameter } from "@/lib/template/parameters";

/** The form of a template: a request that names it, whose blocks are the template's. */
export function templateForm(
  { appid, templateId }: { appid: string; templateId: string },
  blocks: PushBlocksInput,
): PushRequestInput {
  return {
    deliverychannel: "push",
    appid,
    destination: [{ userid: [] }],
    message: { template: templateId },
    channels: { push: blocks },
  };
}

/** The blocks that such a form makes: members that say nothing are left out. */
export function blocksOfForm(request: PushRequestInput): PushBlocksInput {
  return assemble(request).channels?.push ?? {};
}

/** What a template in the making is filled with. */
export interface FormContent {
  parameters: readonly Pick<TemplateParameter, "name" | "type" | "format">[];
  languages: readonly TemplateLanguage[];
  /** The language that it is sent in, "" for the default text. */
  language: string;
  values: Readonly<Record<string, string>>;
}

/**
 * A request that says what a template in the making says, with these values, and names no template,
 * since an unpublished one could not be sent.
 */
export function filledTemplate(
  form: PushRequestInput,
  { parameters, languages, language, values }: FormContent,
): PushRequestInput {
  const { deliverychannel, appid, destination } = form;
  const blocks = blocksIn(blocksOfForm(form), languages, language);
  const own = shownValues(parameters, new Map(Object.entries(values)), language);
  return { deliverychannel, appid, destination, channels: filledChannels({ push: blocks }, own) };
}
