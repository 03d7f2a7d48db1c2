import { describe, expect, it } from "vitest";
import { exampleComposition, type Composition } from "@/lib/compose/composition";
import { draftOf, written } from "@/lib/compose/draft-text";
import type { LocalDraft } from "./draft-store";
import { openDraft } from "./open-draft";
import { adoptOwnSave, withUnanswered } from "./own-save";
import type { HeldDraft } from "./use-follow";

const example = exampleComposition("sandbox");
/** The example with other words for all. */
const saying = (title: string): Composition => ({ ...example, shared: { ...example.shared, title } });
const versionOf = (revision: number, content: Composition) => ({
  id: "c1",
  revision,
  name: "Spring",
  draft: draftOf({ id: "c1", revision, name: "Spring" }, content).draft,
});
const local = (content: Composition, revision: number, part: Partial<LocalDraft> = {}): LocalDraft => ({
  ...content,
  name: "Spring sale",
  base: { revision, name: "Spring", written: saying("base") },
  unanswered: [],
  ...part,
});

describe("a draft that is opened", () => {
  it("is what the server has where this tab has nothing of its own", () =>
    expect(openDraft(versionOf(3, saying("server")), saying("server"), undefined)).toEqual({
      initial: saying("server"),
      name: "Spring",
      base: saying("server"),
      opened: { id: "c1", revision: 3, name: "Spring" },
      unanswered: [],
    }));

  it("goes on with the words and the name of this tab, from the version that they were written from", () =>
    expect(openDraft(versionOf(3, saying("server")), saying("server"), local(saying("tab"), 3))).toEqual({
      initial: saying("tab"),
      name: "Spring sale",
      base: saying("server"),
      opened: { id: "c1", revision: 3, name: "Spring" },
      unanswered: [],
    }));

  it("is what the server has where this tab has the same words, whatever they were written from", () =>
    expect(openDraft(versionOf(5, saying("sent")), saying("sent"), local(saying("sent"), 3, { name: "Spring" }))).toMatchObject({
      initial: saying("sent"),
      opened: { revision: 5 },
    }));

  it("goes on from a save of this tab whose answer was lost", () => {
    const stored = versionOf(4, saying("saved by this tab"));
    const opened = openDraft(stored, saying("saved by this tab"), local(saying("tab"), 3, { unanswered: [stored.draft] }));
    expect(opened).toMatchObject({ initial: saying("tab"), base: saying("saved by this tab"), opened: { revision: 4 } });
  });

  it.each([
    ["newer", 4],
    ["older, as a page is that was drawn before the last save", 2],
  ])(
    "keeps the words of this tab where the server's version is another one, %s, and saves against the one they were written from",
    (_, revision) =>
      expect(openDraft(versionOf(revision, saying("server")), saying("server"), local(saying("tab"), 3))).toMatchObject({
        initial: saying("tab"),
        base: saying("base"),
        opened: { id: "c1", revision: 3 },
      }),
  );

  it("is a new message with the words of this tab where the server has none", () =>
    expect(openDraft(undefined, example, local(saying("tab"), 0))).toMatchObject({
      initial: saying("tab"),
      base: example,
      opened: undefined,
    }));
});

describe("a save without an answer", () => {
  const held = (unanswered: readonly string[]): HeldDraft => ({
    id: "c1",
    revision: 3,
    name: undefined,
    latest: saying("newest"),
    saved: "",
    savedAt: undefined,
    refused: undefined,
    base: saying("base"),
    savedName: "Spring",
    theirs: undefined,
    busy: false,
    stuck: false,
    paused: false,
    saving: undefined,
    unanswered,
  });

  it("is the version to go on from once the server turns out to have it", () => {
    const stored = versionOf(4, saying("saved by this tab"));
    const now = held([stored.draft]);
    expect(adoptOwnSave(now, stored)).toBe(true);
    expect(now).toMatchObject({ revision: 4, base: saying("saved by this tab"), latest: saying("newest"), stuck: false, unanswered: [] });
    expect(now.saved).toBe(written(saying("saved by this tab"), "Spring"));
  });

  it("changes nothing where the server has a version of another tab", () => {
    const now = held([versionOf(4, saying("saved by this tab")).draft]);
    expect(adoptOwnSave(now, versionOf(4, saying("another tab")))).toBe(false);
    expect(now).toEqual(held([versionOf(4, saying("saved by this tab")).draft]));
  });

  it("is one of the last three", () => expect(["a", "b", "c", "d"].reduce<string[]>(withUnanswered, [])).toEqual(["b", "c", "d"]));
});
