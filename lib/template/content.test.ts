import { describe, expect, it } from "vitest";
import { canonicalContent, readTemplateContent } from "./content";

const content = {
  blocks: { android: { title: "Hi", text: "Dear ${name}" } },
  parameters: [{ name: "name", maxLength: 20 }],
};

describe("the canonical form of a template's content", () => {
  it.each<[string, object]>([
    [
      "members in another order",
      {
        parameters: [{ maxLength: 20, name: "name" }],
        blocks: { android: { text: "Dear ${name}", title: "Hi" } },
      },
    ],
    [
      "defaults written out",
      {
        ...content,
        parameters: [
          { ...content.parameters[0], type: "text", required: false, sample: "", description: "" },
        ],
        samples: [],
        languages: [],
      },
    ],
  ])("is the same with %s", (_, other) => {
    expect(canonicalContent(other)).toBe(canonicalContent(content));
  });

  it.each<[string, object]>([
    ["another text", { ...content, blocks: { android: { title: "Hi", text: "Dear" } } }],
    ["another parameter", { ...content, parameters: [{ name: "name", maxLength: 21 }] }],
    ["a sample set", { ...content, samples: [{ name: "Long", values: {} }] }],
    ["a language", { ...content, languages: [{ language: "pt", texts: [] }] }],
    ["a part that cannot be published", { ...content, parameters: [...content.parameters, 7] }],
  ])("differs by %s", (_, other) => {
    expect(canonicalContent(other)).not.toBe(canonicalContent(content));
  });
});

it("content is read with its defaults, or not at all", () => {
  expect(readTemplateContent(JSON.stringify(content)).data).toEqual({
    blocks: content.blocks,
    parameters: [
      { name: "name", type: "text", required: false, maxLength: 20, sample: "", description: "" },
    ],
    samples: [],
    languages: [],
  });
  expect(readTemplateContent('{"blocks":{},"parameters":[7]}').success).toBe(false);
});
