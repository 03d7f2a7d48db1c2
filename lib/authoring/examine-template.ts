import { bodyOf } from "@/lib/compose/assemble";
import type { ComposerApp } from "@/lib/compose/composition";
import type { ReachExamination } from "@/lib/compose/examine-reach";
import { examinerOf } from "@/lib/compose/examiner";
import type { PushRequestInput } from "@/lib/interface/request";
import type { TemplateLanguage } from "@/lib/template/languages";
import type { TemplateParameter } from "@/lib/template/parameters";
import { drawableOf } from "./template-draft";
import { blocksOfForm } from "./template-form";
import { longestRows } from "./worst-case";

/** What a template in the making is looked at with. */
export interface MakingOptions {
  apps: readonly ComposerApp[];
  templateId: string;
  parameters: readonly TemplateParameter[];
  languages: readonly TemplateLanguage[];
  /** The language that is drawn, "" for the default text. */
  drawnIn: string;
  /** Whether that one alone is judged. */
  alone?: boolean;
  /** A user id for the request that is shown as a sample; a placeholder when left out. */
  userid?: string | undefined;
  /** Of the parameters. */
  values: Readonly<Record<string, string>>;
  /** Whether those are the longest: its sizes are then those of the worst case. */
  longest?: boolean;
  /** Milliseconds UTC. */
  now: number;
}

/**
 * Examines a template in the making as the endpoint would read a request that names it: the blocks
 * of the form are the template's.
 */
export function examineTemplate(form: PushRequestInput, options: MakingOptions): ReachExamination {
  const {
    apps,
    templateId,
    parameters,
    languages,
    drawnIn,
    alone,
    userid = "somebody",
    values,
    longest = false,
    now,
  } = options;
  const { appid } = form;
  const request: PushRequestInput = {
    deliverychannel: "push",
    appid,
    destination: [{ userid: [userid] }],
    message: { template: templateId, parameters: { ...values } },
  };
  const blocks = blocksOfForm(form);
  const template = {
    appid,
    templateId,
    name: templateId,
    version: 1,
    blocks,
    parameters: parameters.map(drawableOf),
    languages,
  };
  const examined = examinerOf(request, apps, [template], now, true, {
    language: alone === true ? drawnIn : null,
    drawnIn,
  })(bodyOf(request));
  const making = { blocks, parameters, languages };
  const own = { appid, templateId, app: apps.find((one) => one.appid === appid) };
  return {
    ...examined,
    whole: examined.body,
    recipients: 0,
    users: true,
    requests: 1,
    candidates: [],
    drawnFor: undefined,
    ...(longest && {
      longest: longestRows(making, own),
      ...(drawnIn !== "" && { longestDrawn: longestRows(making, own, drawnIn) }),
    }),
  };
}
