import { renderedChanges, type Rendering } from "@/lib/authoring/template-changes";
import { contentOfDraft } from "@/lib/authoring/template-draft";
import type { ComposerApp } from "@/lib/compose/composition";
import { providerKinds } from "@/lib/interface/device-kinds";
import type { TemplateFiles } from "@/lib/template/files";

/** An app that files know nothing about. */
export const anyApp: ComposerApp = {
  appid: "",
  name: "App",
  serviceId: "",
  serviceActive: true,
  sandbox: false,
  sizeRule: "body",
  httpsOnly: false,
  pushEnabled: true,
  providers: providerKinds,
  siteUrl: null,
  iconUrl: null,
  bundleId: null,
  androidRendering: "auto",
  defaultChannelId: null,
  deepLinkScheme: null,
  platforms: ["android", "ios", "web"],
};

/**
 * What changes on which kind of device, before and after, a line each; of a template that is new
 * its after alone.
 */
export function renderedDiff(before: TemplateFiles | undefined, after: TemplateFiles): string[] {
  const changes = renderedChanges(
    before && contentOfDraft({ ...before }),
    contentOfDraft({ ...after }),
    {
      templateId: after.id,
      app: { ...anyApp, appid: after.appid },
    },
  );
  return changes.flatMap(({ kind, language, before: was, after: is }) => {
    const where = language === "" ? kind : `${kind} in ${language}`;
    return [
      ...(was ? [`  - ${where}: ${lineOf(was)}`] : []),
      ...(is ? [`  + ${where}: ${lineOf(is)}`] : []),
    ];
  });
}

function lineOf({ words, bytes }: Rendering): string {
  return `${words.join(" | ")} (${bytes} bytes)`;
}
