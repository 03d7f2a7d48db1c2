import { expect, it } from "vitest";
import { testComposerApp } from "@/lib/compose/testing";
import { alike, renderedChanges } from "./template-changes";
import { newParameter } from "./template-draft";

const app = testComposerApp();
const named = { templateId: "t", app };
const saying = (title: string, more: object = {}) => ({
  blocks: { ios: { title, text: "x" }, ...more },
  parameters: [{ ...newParameter("name"), sample: "Ann" }],
  samples: [],
  languages: [],
});

it("lists the words and bytes of each kind of device that shows something else, and of no other", () => {
  const [ios, ...rest] = renderedChanges(saying("Hi ${name}"), saying("Hello ${name}"), named);
  expect(rest).toEqual([]);
  expect(ios).toMatchObject({
    kind: "ios",
    before: { words: ["Hi Ann", "x"] },
    after: { words: ["Hello Ann", "x"] },
  });
  expect((ios?.after?.bytes ?? 0) - (ios?.before?.bytes ?? 0)).toBe(3);
  expect(renderedChanges(saying("Hi"), saying("Hi"), named)).toEqual([]);
});

it("lists another image, or another target of a tap, though the words are the same", () => {
  const image = (name: string) =>
    saying("Hi", {
      ios: {
        title: "Hi",
        text: "x",
        extras: { attachmenturl: `https://shop.example/${name}.png` },
      },
    });
  expect(renderedChanges(image("a"), image("b"), named)).toMatchObject([
    {
      before: { words: ["Hi", "x", "https://shop.example/a.png"] },
      after: { words: ["Hi", "x", "https://shop.example/b.png"] },
    },
  ]);
  const tap = (value: string) =>
    saying("Hi", {
      ios: {
        title: "Hi",
        text: "x",
        extras: { notificationaction: { action: "OPEN_URL" as const, value } },
      },
    });
  const [change] = renderedChanges(
    tap("https://shop.example/a"),
    tap("https://shop.example/b"),
    named,
  );
  expect(change?.before?.words).toEqual(change?.after?.words);
});

it("says what reads the same on several devices and in several languages once", () => {
  const both = (title: string) => ({
    ...saying(title, { android: { title, text: "x" } }),
    languages: [{ language: "de", texts: [] }],
  });
  const changes = renderedChanges(both("Hi"), both("Hello"), named);
  const [group, ...rest] = alike(changes);
  expect(rest).toEqual([]);
  expect(group?.places).toEqual(
    ["", "de"].flatMap((language) => ["android", "hms", "ios"].map((kind) => ({ kind, language }))),
  );
  expect(group).toMatchObject({ before: { words: ["Hi", "x"] }, after: { words: ["Hello", "x"] } });
  // Drawn as on its first device, and as large as on any.
  expect([group?.before?.appearance, group?.after?.appearance]).toEqual([
    changes[0]?.before?.appearance,
    changes[0]?.after?.appearance,
  ]);
  expect(group?.after?.bytes).toBe(Math.max(...changes.map(({ after }) => after?.bytes ?? 0)));
});

it("draws a draft whose sample is none that its parameter takes", () => {
  const numbered = (title: string) => ({
    ...saying(title),
    parameters: [{ ...newParameter("name"), type: "number" as const, sample: "abc" }],
  });
  expect(renderedChanges(numbered("Hi ${name}"), numbered("Hello ${name}"), named)).toMatchObject([
    { after: { words: ["Hello 1", "x"] } },
  ]);
});

it("lists a platform that comes or goes, and all of a template that is new", () => {
  const android = { android: { text: "x" } };
  const come = renderedChanges(saying("Hi"), saying("Hi", android), named);
  expect(come.map(({ kind, before }) => [kind, before])).toEqual([
    ["android", undefined],
    ["hms", undefined],
  ]);
  expect(
    renderedChanges(saying("Hi", android), saying("Hi"), named).map(({ after }) => after),
  ).toEqual([undefined, undefined]);
  expect(renderedChanges(undefined, saying("Hi"), named).map(({ kind }) => kind)).toEqual(["ios"]);
});
