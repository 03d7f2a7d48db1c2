import { examineTemplate } from "@/lib/compose/examine-template";
import type { ComposerApp } from "@/lib/compose/composition";
import { readTemplateDraft } from "@/lib/compose/template-draft";
import { writeJson } from "@/lib/interface/exact-json";
import { deviceKinds, providerKinds } from "@/lib/interface/device-kinds";
import type { JsonValue } from "@/lib/interface/scalars";
import { sampleValues } from "@/lib/template/parameters";
import { declaredOf } from "@/lib/compose/template-draft";
import type { TemplateFiles } from "./files";

const app: ComposerApp = {
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
};

/** What each kind of device shows of a template with its samples, in lines that can be compared: its words, and the bytes of what it is sent. */
function renders({ appid, id, blocks, parameters, samples }: TemplateFiles): Map<string, string> {
  const draft = readTemplateDraft(writeJson({ blocks, parameters, samples } as unknown as JsonValue));
  const values = sampleValues(draft.parameters.map(declaredOf));
  const request = { deliverychannel: "push", appid, destination: [], channels: { push: draft.blocks } };
  const { drawn } = examineTemplate(request, { apps: [{ ...app, appid }], templateId: id, parameters: draft.parameters, values, now: 0 });
  return new Map(
    deviceKinds.flatMap((kind) => {
      const one = drawn[kind];
      if (!one) return [];
      const { title, text, buttons } = one.appearance;
      const words = [title, text, ...buttons.map(({ label }) => `[${label}]`)].filter((part) => part !== undefined && part !== "");
      return [[kind, `${words.join(" | ")} (${one.request.bytes} bytes)`] as const];
    }),
  );
}

/** What changes on which kind of device, before and after; what is told of a template that is new is its after alone. */
export function renderedDiff(before: TemplateFiles | undefined, after: TemplateFiles): string[] {
  const [old, next] = [before ? renders(before) : new Map<string, string>(), renders(after)];
  return deviceKinds.flatMap((kind) => {
    const [was, is] = [old.get(kind), next.get(kind)];
    if (was === is) return [];
    return [...(was === undefined ? [] : [`  - ${kind}: ${was}`]), ...(is === undefined ? [] : [`  + ${kind}: ${is}`])];
  });
}
