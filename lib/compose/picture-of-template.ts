import type { PushBlocksInput } from "@/lib/interface/request";
import type { TemplateLanguage } from "@/lib/template/languages";
import { sampleValues, type TemplateParameter } from "@/lib/template/parameters";
import type { ComposerApp } from "./composition";
import { shownOfRequest, type Shown } from "./examiner";
import { declaredOf, drawable, readTemplateDraft } from "./template-draft";

/** What the content of a template says, as far as it can be read: a draft may be unfinished. */
export interface ReadableContent {
  blocks: PushBlocksInput;
  parameters: TemplateParameter[];
  languages: TemplateLanguage[];
}

/** Reads the content of a draft or a version, JSON text. What cannot be read is left out. */
export function readableContent(text: string): ReadableContent {
  const { blocks, parameters, languages } = readTemplateDraft(text);
  return { blocks, parameters: parameters.map(declaredOf), languages: [...languages] };
}

/** What devices show of a template with the samples of its parameters, in one of its languages ("" for the default text). `now` in milliseconds UTC. */
export function pictureOfTemplate(
  { blocks, parameters, languages }: ReadableContent,
  named: { appid: string; templateId: string },
  app: ComposerApp | undefined,
  now: number,
  drawnIn = "",
): Shown {
  const { appid, templateId } = named;
  const drawn = parameters.map(drawable);
  const template = { appid, templateId, name: templateId, version: 1, blocks, parameters: drawn, languages };
  const request = {
    deliverychannel: "push",
    appid,
    destination: [{ userid: ["somebody"] }],
    message: { template: templateId, parameters: sampleValues(drawn) },
  };
  return shownOfRequest(request, app ? [app] : [], [template], now, { drawnIn });
}
