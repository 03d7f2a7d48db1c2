import { describe, expect, it } from "vitest";
import { sharedOf } from "@/lib/compose/adopt";
import { assemble, bodyOf } from "@/lib/compose/assemble";
import { examinerOf } from "@/lib/compose/examiner";
import { overridesOf } from "@/lib/compose/overrides";
import { ownParts } from "@/lib/compose/shared-text";
import { fieldCosts } from "@/lib/compose/sizes";
import { writtenSteps } from "@/lib/compose/steps";
import { testComposerApp } from "@/lib/compose/testing";
import { platforms } from "@/lib/interface/device-kinds";
import type { PushRequestInput } from "@/lib/interface/request";
import { checkTemplate } from "@/lib/template/check-template";
import { examineTemplate } from "./examine-template";
import { mergeTemplates } from "./merge-template";
import { pictureOfTemplate } from "./picture-of-template";
import { Proof } from "./prove-template";
import { renderedChanges } from "./template-changes";
import { declaredOf, parametersIn, readTemplateDraft } from "./template-draft";
import { filledTemplate } from "./template-form";
import { translatedTexts } from "./translations";
import { worstTexts } from "./worst-case";

const app = testComposerApp();

const good = {
  android: { text: "x ${a}", extras: { customtags: { a: "1" } } },
  ios: { text: "x" },
  web: { text: "x", actions: [{ text: "Go", url: "https://a.example/" }] },
  interactive: { category: "c", actions: [{ pos: 1, text: "Go" }] },
};
const paths = [
  ["android"],
  ["ios"],
  ["web"],
  ["interactive"],
  ["unknown"],
  ["android", "text"],
  ["android", "extras"],
  ["android", "extras", "customtags"],
  ["android", "extras", "customtags", "imageurl"],
  ["ios", "extras"],
  ["web", "extras"],
  ["web", "actions"],
  ["web", "actions", "0"],
  ["interactive", "actions"],
  ["interactive", "actions", "0"],
  ["interactive", "category"],
];
const odd = [null, 5, true, "x", "", [], [null], {}, { a: null }];

function withOdd(path: readonly string[], value: unknown): Record<string, unknown> {
  const blocks = structuredClone(good) as Record<string, unknown>;
  let within = blocks;
  for (const step of path.slice(0, -1)) within = within[step] as Record<string, unknown>;
  within[path.at(-1) ?? ""] = value;
  return blocks;
}

describe("blocks of a draft that are no blocks", () => {
  it.each(paths.map((path) => [path.join("/"), path] as const))(
    "are drawn as far as they go: %s",
    (_, path) => {
      for (const value of odd) expect(() => drawn(withOdd(path, value))).not.toThrow();
    },
  );
});

/** Has everything look at a draft that draws one. */
function drawn(blocks: Record<string, unknown>): void {
  const languages = [{ language: "de", texts: [{ at: "/ios/text", of: "x", text: "y" }] }];
  const text = JSON.stringify({ blocks, parameters: [{ name: "a" }], samples: [], languages });
  const draft = readTemplateDraft(text);
  const whole = readTemplateDraft(JSON.stringify({ blocks: good }));
  const named = { templateId: "t", app };
  renderedChanges(draft, whole, named);
  renderedChanges(whole, draft, named);
  expect(renderedChanges(draft, draft, named)).toEqual([]);
  worstTexts(draft, { templateId: "t", appid: "shop", app: undefined });
  const said = readTemplateDraft(text);
  for (const language of ["", "de"])
    pictureOfTemplate(said, { appid: "shop", templateId: "t" }, app, 0, language);
  checkTemplate(draft.blocks, draft.parameters.map(declaredOf), draft.languages);
  const request = {
    deliverychannel: "push",
    appid: "shop",
    destination: [{ userid: ["u"] }],
    channels: { push: blocks },
  } as PushRequestInput;
  assemble(request);
  fieldCosts(bodyOf(request));
  const shared = sharedOf(request);
  for (const platform of platforms) ownParts(draft.blocks, platform, shared);
  overridesOf(whole.blocks, draft.blocks);
  overridesOf(draft.blocks, whole.blocks);
  writtenSteps(request, 1);
  filledTemplate(request, { parameters: draft.parameters, languages, language: "de", values: {} });
  for (const language of languages) translatedTexts(draft.blocks, language);
  mergeTemplates(whole, draft, whole);
  parametersIn(draft, draft.parameters);
  examinerOf(request, [app], [], 0, true, {})(bodyOf(request));
  examineTemplate(request, {
    apps: [app],
    templateId: "t",
    parameters: draft.parameters,
    languages,
    drawnIn: "de",
    values: {},
    now: 0,
  });
  const version = (own: typeof draft, number: number) => ({
    templateId: "t",
    version: number,
    blocks: own.blocks,
    parameters: own.parameters.map(declaredOf),
    languages: own.languages,
  });
  const proof = new Proof(version(whole, 1), version(draft, 2), {
    facts: { name: "App" },
    providers: app.providers,
  });
  proof.add({ parameters: { a: "1" }, channels: undefined });
  expect(proof.report(1)).toBeDefined();
}
