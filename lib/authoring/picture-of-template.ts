import type { ComposerApp } from "@/lib/compose/composition";
import { shownOfRequest, type Appearances } from "@/lib/compose/examiner";
import type { TemplateContent } from "@/lib/template/content";
import { sampleValues } from "@/lib/template/parameters";
import { drawableOf } from "./template-draft";

/**
 * What devices show of a template with the samples of its parameters, in one of its languages (""
 * for the default text). `now` in milliseconds UTC.
 */
export function pictureOfTemplate(
  { blocks, parameters, languages }: TemplateContent,
  named: { appid: string; templateId: string },
  app: ComposerApp | undefined,
  now: number,
  drawnIn = "",
): Appearances {
  const { appid, templateId } = named;
  const drawn = parameters.map(drawableOf);
  const template = {
    appid,
    templateId,
    name: templateId,
    version: 1,
    blocks,
    parameters: drawn,
    languages,
  };
  const request = {
    deliverychannel: "push",
    appid,
    destination: [{ userid: ["somebody"] }],
    message: { template: templateId, parameters: sampleValues(drawn) },
  };
  return shownOfRequest(request, app ? [app] : [], [template], now, { drawnIn });
}
