import { useState, type ComponentProps, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { TemplatesProvider } from "@/components/editor/content/templates";
import { DocumentForm } from "@/components/editor/document-form";
import { DocumentStore } from "@/components/editor/document-store";
import { ExaminedForm } from "@/components/editor/examined/examined";
import { FieldNotices } from "@/components/editor/notices/field-notices";
import { TouchedProvider } from "@/components/editor/notices/touched-fields";
import { ReachForm, type Audiences } from "@/components/editor/reach/reach-state";
import { TooltipProvider } from "@/components/ui/overlay/tooltip";
import { sharedOf } from "@/lib/compose/adopt";
import type { ComposerApp } from "@/lib/compose/composition";
import type { ContentTab, ComposerStep } from "@/lib/compose/place";
import { noReach, type Reach } from "@/lib/compose/reach";
import type { SharedText } from "@/lib/compose/shared-text";
import type { ComposerTemplate } from "@/lib/compose/template-of";
import type { OpenAudience } from "@/lib/directory/audience/rows";
import { newDocument } from "@/lib/editor/document";
import { providerKinds } from "@/lib/interface/device-kinds";
import type { PushRequestInput } from "@/lib/interface/request";
import { campaignKind } from "./draft/campaign-kind";
import { ReviewStep } from "./review/review-step";
import { StepPane } from "./step-pane";

/** An app that every kind of device can be reached by. */
export const sandboxApp: ComposerApp = {
  serviceId: "s",
  serviceActive: true,
  pushEnabled: true,
  appid: "sandbox",
  name: "Sandbox",
  siteUrl: "https://site.test/",
  iconUrl: null,
  bundleId: "app.test",
  androidRendering: "auto",
  defaultChannelId: null,
  deepLinkScheme: null,
  platforms: ["android", "ios", "web"],
  sandbox: true,
  providers: providerKinds,
  sizeRule: "body",
  httpsOnly: false,
  notifyAuths: [],
};

/** A template that asks for values. */
export const shippedTemplate: ComposerTemplate = {
  appid: "sandbox",
  name: "Order shipped",
  templateId: "order_shipped",
  version: 1,
  languages: [],
  blocks: {
    android: { title: "Your order", text: "${name}, order ${order} left our house" },
    ios: { title: "Your order", text: "${name}, order ${order} left our house" },
    web: {
      platform_types: ["chrome"],
      title: "Your order",
      text: "${name}, order ${order} left our house",
      actiontext: "Track",
    },
  },
  parameters: ["name", "order"].map((name) => ({
    name,
    type: "text" as const,
    required: true,
    sample: `sample ${name}`,
    description: "",
  })),
};

export interface ComposerContext {
  apps?: readonly ComposerApp[];
  templates?: readonly ComposerTemplate[];
  shared?: SharedText;
  reach?: Reach;
  /** The list that it goes to. */
  opened?: OpenAudience;
  /** Those that can be chosen; none by default. */
  segments?: Audiences["segments"];
  /** Sending was tried. */
  tried?: boolean;
  /** Reads the content of a template, which is no request as it stands. */
  read?: ComponentProps<typeof ExaminedForm>["read"];
}

const none = () => undefined;
const noSegments: Audiences["segments"] = {
  rows: [],
  draw: async () => ({ ok: false, problems: [] }),
};
/** Nothing is saved while a part is drawn. */
const ports = {
  save: () => new Promise<never>(none),
  find: async () => undefined,
  memory: { write: () => true, clear: none, belongTo: none },
  signIn: none,
};

/** Draws a part of the composer around a request. For tests. */
export function ComposerAround({
  request,
  around,
  children,
}: {
  request: PushRequestInput;
  around: ComposerContext;
  children: ReactNode;
}) {
  const {
    apps = [sandboxApp],
    templates = [],
    reach = noReach,
    opened,
    segments = noSegments,
    tried = false,
    shared = sharedOf(request),
    read,
  } = around;
  const [store] = useState(() => {
    const content = { request, shared, reach, attempt: { nonce: "n" } };
    return new DocumentStore(campaignKind, newDocument(content, undefined), ports, 1_000);
  });
  const audiences = {
    rows: [],
    opened,
    open: async () => ({ ok: false as const, problems: [] }),
    segments,
    countDevices: async () => ({ ok: false as const, problems: [] }),
  };
  return (
    <TooltipProvider>
      <TemplatesProvider value={templates}>
        <DocumentForm store={store}>
          <ReachForm audiences={audiences}>
            <TouchedProvider tried={tried}>
              <ExaminedForm apps={apps} refused={[]} {...(read && { read })}>
                <FieldNotices onFix={none}>{children}</FieldNotices>
              </ExaminedForm>
            </TouchedProvider>
          </ReachForm>
        </DocumentForm>
      </TemplatesProvider>
    </TooltipProvider>
  );
}

/**
 * A part of the composer as the server draws it around a request, before anybody has touched it.
 */
export function drawnAround(
  request: PushRequestInput,
  part: ReactNode,
  around: ComposerContext = {},
): string {
  return renderToStaticMarkup(
    <ComposerAround request={request} around={around}>
      {part}
    </ComposerAround>,
  );
}

/** The fields of a step. */
export function stepPane(
  step: ComposerStep,
  tab: ContentTab = "all",
  apps: readonly ComposerApp[] = [sandboxApp],
): ReactNode {
  return (
    <StepPane
      step={step}
      onStep={none}
      tab={tab}
      onTab={none}
      apps={apps}
      plan={() => new Promise(none)}
      undoSeconds={10}
      schedule={{ right: { ok: true }, ask: none }}
      jumps={{ jump: none, jumpTo: none, mend: none }}
      onShowButtons={none}
      onStartOver={none}
    />
  );
}

/** The last step, whose code a page loads when it is opened. */
export function reviewStep(): ReactNode {
  return (
    <ReviewStep
      plan={() => new Promise(none)}
      undoSeconds={10}
      jumps={{ jump: none, jumpTo: none, mend: none }}
    />
  );
}

/** What stands to be read in markup, a space between its parts. */
export function wordsOf(markup: string): string {
  // A name in a sentence stands in it without a space.
  const plain = markup.replaceAll(/<bdi[^>]*>([^<]*)<\/bdi>/g, "$1");
  return unescaped(plain.replaceAll(/<textarea.*?<\/textarea>|<[^>]*>/g, " "))
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** A field by its label: what is in it, what stands below it, and whether it is wrong. */
export function fieldIn(
  markup: string,
  label: string,
): { value: string; placeholder: string; described: string; invalid: boolean } {
  const isNamed = (control: string) =>
    attribute(control, "aria-label") === label ||
    [...markup.matchAll(/<label[^>]* for="([^"]*)"[^>]*>(.*?)<\/label>/gs)].some(
      ([, id, text]) =>
        id === attribute(control, "id") && wordsOf(text ?? "").replace(/ optional$/i, "") === label,
    );
  const match = [...markup.matchAll(/<(?:input|textarea|button)\b[^>]*>/g)].find(([control]) =>
    isNamed(control),
  );
  if (!match) throw new Error(`No field is called ${label}`);
  const [control] = match;
  const rest = markup.slice(match.index + control.length);
  const ids = attribute(control, "aria-describedby").split(" ");
  return {
    value: unescaped(
      control.startsWith("<input")
        ? attribute(control, "value")
        : rest.slice(0, rest.indexOf("</")),
    ),
    placeholder: attribute(control, "placeholder"),
    described: ids.flatMap((id) => (id === "" ? [] : [wordsOf(elementWith(markup, id))])).join(" "),
    invalid: attribute(control, "aria-invalid") === "true",
  };
}

function attribute(tag: string, name: string): string {
  return unescaped(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
}

/** An element with all that is in it. */
function elementWith(markup: string, id: string): string {
  const start = markup.search(new RegExp(`<[a-z]+[^>]* id="${id}"`));
  const tag = /^<([a-z]+)/.exec(markup.slice(start))?.[1];
  if (start < 0 || tag === undefined) return "";
  let depth = 0;
  for (const one of markup.slice(start).matchAll(new RegExp(`<(/?)${tag}\\b`, "g"))) {
    depth += one[1] === "/" ? -1 : 1;
    if (depth === 0) return markup.slice(start, start + one.index);
  }
  return "";
}

function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
}
