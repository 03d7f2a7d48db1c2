import { sharedOf } from "@/lib/compose/adopt";
import type { ComposerApp } from "@/lib/compose/composition";
import { examineForm, type LanguageOptions } from "@/lib/compose/examiner";
import type { ComposerTemplate } from "@/lib/compose/template-of";
import type { PushRequestInput } from "@/lib/interface/request";
import type { ValueChoices } from "@/lib/plan/own-values";
import { brokenPlaceholderDoubts } from "./broken-placeholders";
import { deepLinkDoubts } from "./deep-links";
import { doubtFindings, findingsOf, type Finding } from "./findings";
import { unfilledDoubts } from "./unfilled";

/**
 * Returns the warnings about a request that can be sent, each cause once; pictures and recipients
 * are not checked here.
 *
 * @param list the one that it goes to, with its columns; undefined where its recipients are in the
 *   request
 * @param now milliseconds UTC
 * @param choices where values for its texts come from
 */
export function warningsOf(
  request: PushRequestInput,
  apps: readonly ComposerApp[],
  templates: readonly ComposerTemplate[],
  list: { name: string; parameters: readonly string[] } | undefined,
  now: number,
  spoken: LanguageOptions,
  choices: ValueChoices,
): Pick<Finding, "pointer" | "rule" | "label" | "headline">[] {
  const shared = sharedOf(request);
  const examined = examineForm(request, apps, templates, now, spoken);
  const app = apps.find(({ appid }) => appid === request.appid);
  const doubts = [
    ...brokenPlaceholderDoubts(request, shared),
    ...unfilledDoubts(request, shared, list, choices),
    ...deepLinkDoubts(request, app),
  ];
  return [...findingsOf({ ...examined, request, shared }), ...doubtFindings(doubts)].filter(
    ({ severity, rule, pointer }) =>
      severity === "warning" && rule !== "web.actiontext.missing" && pointer !== "/destination",
  );
}
