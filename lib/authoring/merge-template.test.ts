import { expect, test } from "vitest";
import type { TemplateContent } from "@/lib/template/content";
import { mergeTemplates } from "./merge-template";
import { newParameter } from "./template-draft";

const name = newParameter("name");
const base: TemplateContent = {
  blocks: { android: { title: "Hi", text: "Text" }, ios: { text: "Text" } },
  parameters: [name],
  languages: [{ language: "pt", texts: [{ at: "/android/title", of: "Hi", text: "Oi" }] }],
  samples: [{ name: "VIP", values: { name: "Ann" } }],
};

test("combines changes that only one of the two drafts has", () => {
  const mine = {
    ...base,
    blocks: { ...base.blocks, android: { title: "Hello", text: "Text" } },
    parameters: [{ ...name, maxLength: 20 }],
  };
  const theirs: TemplateContent = {
    blocks: { android: { title: "Hi", text: "Words" }, ios: { text: "Text" } },
    parameters: [{ ...name, description: "First name" }],
    languages: [
      ...base.languages,
      { language: "de", texts: [{ at: "/android/title", of: "Hi", text: "Hallo" }] },
    ],
    samples: [],
  };
  const { content, theirs: named, both } = mergeTemplates(base, mine, theirs);
  expect(content).toEqual({
    blocks: { android: { title: "Hello", text: "Words" }, ios: { text: "Text" } },
    parameters: [{ ...name, maxLength: 20, description: "First name" }],
    languages: [theirs.languages[1], base.languages[0]],
    samples: [],
  });
  expect(both).toEqual([]);
  expect(named).toEqual(["Android text", "${name}", "German", "Sample set VIP"]);
});

test("a date's format is merged with the other's change to it", () => {
  const day = { ...newParameter("day"), type: "date" as const };
  const of = (rest: object): TemplateContent => ({
    ...base,
    parameters: [{ ...day, ...rest }],
  });
  const { content, both } = mergeTemplates(
    of({}),
    of({ format: "d MMMM" }),
    of({ sample: "2026-01-31" }),
  );
  expect([content.parameters, both]).toEqual([
    [{ ...day, format: "d MMMM", sample: "2026-01-31" }],
    [],
  ]);
  expect(mergeTemplates(of({}), of({ format: "d MMMM" }), of({ format: "d.M." }))).toMatchObject({
    content: { parameters: [{ format: "d MMMM" }] },
    both: ["${day}"],
  });
});

test("prefers mine where both changed the same, and reports it", () => {
  const of = (title: string): TemplateContent => ({
    ...base,
    blocks: { ...base.blocks, android: { title, text: "Text" } },
  });
  const { content, theirs, both } = mergeTemplates(base, of("Mine"), of("Theirs"));
  expect(content.blocks.android).toEqual({ title: "Mine", text: "Text" });
  expect([theirs, both]).toEqual([[], ["Android title"]]);
});

test("one who changed nothing gets theirs as it is, in any order", () => {
  const theirs = {
    ...base,
    parameters: [newParameter("city"), name],
    samples: [{ name: "A", values: {} }, ...base.samples],
  };
  const { content } = mergeTemplates(base, base, theirs);
  expect(content.parameters.map((one) => one.name).toSorted()).toEqual(["city", "name"]);
  expect(content.samples.map((one) => one.name).toSorted()).toEqual(["A", "VIP"]);
});
