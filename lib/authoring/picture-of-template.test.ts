import { expect, it } from "vitest";
import { testComposerApp } from "@/lib/compose/testing";
import { pictureOfTemplate } from "./picture-of-template";
import { readTemplateDraft } from "./template-draft";

const app = testComposerApp();
const draft = (parameters: object[]) =>
  JSON.stringify({
    blocks: { android: { text: "For ${who} and ${price}" } },
    parameters,
    languages: [],
    samples: [],
  });

it.each([
  [
    "a choice without values yet",
    { name: "who", type: "choice", choices: [], required: true },
    "For who and 1",
  ],
  [
    "a sample that is no number",
    { name: "price", type: "number", sample: "abc", required: true },
    "For who and 1",
  ],
])("a draft with %s keeps its parameters and its picture", (_, odd, text) => {
  const all = [
    { name: "who", type: "text", required: true },
    { name: "price", type: "number", required: true },
  ].map((one) => (one.name === odd.name ? odd : one));
  const said = readTemplateDraft(draft(all));
  expect(said.parameters.map(({ name }) => name)).toEqual(["who", "price"]);
  const pictures = pictureOfTemplate(said, { appid: app.appid, templateId: "t" }, app, 0);
  expect(pictures.android?.text).toBe(text);
});
