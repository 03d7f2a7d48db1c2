import type { PushRequestInput } from "@/lib/interface/request";
import { textIn } from "@/lib/interface/value-shape";
import { parseTemplateRef, type TemplateVersion } from "@/lib/template/resolve";

/** A published template of an app. */
export interface ComposerTemplate extends TemplateVersion {
  appid: string;
  name: string;
}

/**
 * Whether something was refused because another version of its template was published than the one
 * that was looked at.
 */
export function isOutdated(problems: readonly { pointer: string }[]): boolean {
  return problems.some(({ pointer }) => pointer === "/templateVersion");
}

/**
 * The published version that a request names; undefined for none, for an unknown one, and for an
 * older one that is pinned.
 */
export function templateOf(
  templates: readonly ComposerTemplate[],
  { appid, message }: PushRequestInput,
): ComposerTemplate | undefined {
  const named = textIn(message?.template);
  if (named === "") return undefined;
  const { templateId, version } = parseTemplateRef(named);
  const template = templates.find((one) => one.appid === appid && one.templateId === templateId);
  return template && (version === undefined || version === template.version) ? template : undefined;
}
