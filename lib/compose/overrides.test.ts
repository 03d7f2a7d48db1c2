import fc from "fast-check";
import { expect, test } from "vitest";
import type { PushBlocksInput } from "@/lib/interface/request";
import { merge } from "@/lib/template/resolve";
import { overridesOf, without } from "./overrides";

const template = {
  android: {
    title: "Hi ${name}",
    text: "Text",
    extras: { collapse_key: "a", customtags: { x: "1" } },
  },
  ios: { text: "Text" },
  interactive: { type: "T", actions: [{ action: "URL", text: "Open" }] },
} as never;

test("what a message says in place of its template is listed member by member", () => {
  const blocks = {
    android: { title: "Hello", extras: { collapse_key: "a", customtags: { x: "2", y: "3" } } },
    web: { text: "New" },
    interactive: { actions: [] },
  } as never;
  expect(overridesOf(template, blocks)).toEqual([
    { steps: ["android", "title"], label: "Android title", before: "Hi ${name}", after: "Hello" },
    {
      steps: ["android", "extras", "customtags", "x"],
      label: "Android custom tags",
      before: "1",
      after: "2",
    },
    {
      steps: ["android", "extras", "customtags", "y"],
      label: "Android custom tags",
      before: undefined,
      after: "3",
    },
    { steps: ["web", "text"], label: "Web text", before: undefined, after: "New" },
    {
      steps: ["interactive", "actions"],
      label: "Buttons",
      before: '[{"action":"URL","text":"Open"}]',
      after: "[]",
    },
  ]);
  expect(overridesOf(template, undefined)).toEqual([]);
});

test("a member that a message leaves out is the template's", () => {
  expect(
    without({ android: { title: "Hello", extras: { collapse_key: "b" } } }, [
      "android",
      "extras",
      "collapse_key",
    ]),
  ).toEqual({
    android: { title: "Hello" },
  });
  expect(without({ android: { title: "Hello" } }, ["android", "title"])).toEqual({});
  expect(without({ android: { title: "Hello" } }, ["ios", "title"])).toEqual({
    android: { title: "Hello" },
  });
});

test("taking every override back leaves what the template says", () => {
  const block = fc.record(
    {
      title: fc.string(),
      text: fc.string(),
      extras: fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), fc.string()),
    },
    { requiredKeys: [] },
  );
  const blocks = fc.record({ android: block, ios: block }, { requiredKeys: [] });
  fc.assert(
    fc.property(blocks, blocks, (base, over) => {
      const overrideBlocks = over as never;
      const left = overridesOf(base as never, overrideBlocks).reduce<PushBlocksInput>(
        (now, { steps }) => without(now, steps),
        overrideBlocks,
      );
      expect(overridesOf(base as never, left)).toEqual([]);
      // Nothing of the template was touched.
      expect(merge(base, {})).toEqual(base);
    }),
  );
});
