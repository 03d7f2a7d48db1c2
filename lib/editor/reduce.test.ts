import { describe, expect, it } from "vitest";
import { newDocument, openDocument, type Document } from "./document";
import type { EditorEvent, Effect } from "./events";
import { reduce } from "./reduce";
import { statusOf } from "./status";
import { fieldsKind, type Fields } from "./testing";

const begun = { title: "", text: "", image: "" };
const opened = () => newDocument<Fields>(begun, { id: "one", revision: 1 });
const theirs = (content: Fields, revision = 2) => ({
  revision,
  by: "Olga",
  text: fieldsKind.write(content),
  content,
});

/** The document after some events, and the effects of the last. */
function after(
  document: Document<Fields>,
  ...events: EditorEvent<Fields>[]
): [Document<Fields>, readonly Effect<Fields>[]] {
  return events.reduce<[Document<Fields>, readonly Effect<Fields>[]]>(
    ([from], event) => [...reduce(fieldsKind, from, event)],
    [document, []],
  );
}
const kinds = (effects: readonly Effect<Fields>[]) =>
  effects
    .map((one) => (one.kind === "wait" ? `wait ${one.timer}` : one.kind))
    .filter((one) => one !== "stop");
const edit = (content: Partial<Record<keyof typeof begun, string>>): EditorEvent<Fields> => ({
  kind: "edit",
  edits: Object.entries({ ...begun, ...content }).map(([path, value]) => ({ path, value })),
});
const save = { kind: "elapsed", timer: "save" } as const;

describe("a document", () => {
  it("is stored in the tab at once and saved a moment later, one save at a time", () => {
    const [typed, waits] = after(opened(), edit({ title: "A" }));
    expect(kinds(waits)).toEqual(["show", "wait rest", "wait keep", "wait save"]);
    const [saving, effects] = after(typed, save);
    expect(effects.at(-1)).toEqual({
      kind: "save",
      id: "one",
      revision: 1,
      content: { ...begun, title: "A" },
    });
    expect(kinds(effects)).toContain("keep");
    expect(kinds(after(saving, edit({ title: "AB" }), save)[1])).toEqual([]);
    const [next, following] = after(saving, edit({ title: "AB" }), {
      kind: "saved",
      id: "one",
      revision: 2,
      at: 5,
    });
    expect(statusOf(fieldsKind, next)).toEqual({ kind: "saving" });
    expect(kinds(following)).toEqual(["forget", "belong", "keep", "wait save"]);
    const [done] = after(next, save, { kind: "saved", id: "one", revision: 3, at: 9 });
    expect(statusOf(fieldsKind, done)).toEqual({ kind: "saved", at: 9 });
    expect(done.base).toEqual({ ...begun, title: "AB" });
  });

  it("stores nothing that was reverted before it was saved", () => {
    const [back, effects] = after(opened(), edit({ title: "A" }), edit({}));
    expect(kinds(effects)).toContain("forget");
    expect(kinds(after(back, save)[1])).toEqual([]);
    expect(statusOf(fieldsKind, back)).toEqual({ kind: "untouched" });
  });

  it("is tried again after no answer, and once more when the line comes back", () => {
    const [lost, effects] = after(opened(), edit({ title: "A" }), save, {
      kind: "lost",
      why: "No connection",
    });
    expect(kinds(effects)).toEqual(["keep", "wait retry"]);
    expect(statusOf(fieldsKind, lost)).toEqual({ kind: "local", why: "No connection" });
    expect(kinds(after(lost, { kind: "online" })[1])).toEqual(["keep", "save"]);
  });

  it("that the server refuses is not tried again until it is another one", () => {
    const [refused] = after(opened(), edit({ title: "A" }), save, {
      kind: "refused",
      message: "Too long.",
    });
    expect(statusOf(fieldsKind, refused)).toEqual({ kind: "refused", message: "Too long." });
    expect(kinds(after(refused, { kind: "online" })[1])).toEqual([]);
    expect(kinds(after(refused, edit({ title: "B" }), save)[1])).toContain("save");
    const never = { ...fieldsKind, contentProblem: () => "Never." };
    expect(
      statusOf(never, reduce(never, after(opened(), edit({ title: "A" }))[0], save)[0]),
    ).toEqual({
      kind: "refused",
      message: "Never.",
    });
  });

  it("follows another editor while nothing is unsaved here", () => {
    const [pending, find] = after(opened(), { kind: "changed" });
    expect(find).toEqual([{ kind: "find", id: "one", revision: 1 }]);
    const other = { ...begun, text: "theirs" };
    const [followed, effects] = after(pending, {
      kind: "found",
      of: "one",
      theirs: theirs(other),
      at: 1,
    });
    expect(effects[0]).toEqual({ kind: "show", content: other });
    expect([followed.content, followed.revision, followed.stop]).toEqual([other, 2, undefined]);
    expect(after(followed, { kind: "found", of: "one", theirs: theirs(begun, 2), at: 1 })[0]).toBe(
      followed,
    );
  });

  it("merges by itself what was changed in different fields, says so, and saves it", () => {
    const [merged, effects] = after(opened(), edit({ title: "mine" }), save, {
      kind: "conflict",
      theirs: theirs({ ...begun, text: "theirs" }),
      at: 1,
    });
    expect(merged.content).toEqual({ ...begun, title: "mine", text: "theirs" });
    expect(effects.find(({ kind }) => kind === "announce")).toEqual({
      kind: "announce",
      by: "Olga",
      fields: ["text"],
    });
    const [, saves] = after(merged, save);
    expect(saves.at(-1)).toEqual({ kind: "save", id: "one", revision: 2, content: merged.content });
  });

  it.each([
    { which: "mine", content: { ...begun, title: "mine" }, saves: true, undone: begun },
    {
      which: "theirs",
      content: { ...begun, title: "theirs", text: "theirs" },
      saves: false,
      undone: { ...begun, title: "mine" },
    },
    {
      which: "both",
      content: { ...begun, title: "mine", text: "theirs" },
      saves: true,
      undone: { ...begun, title: "mine" },
    },
  ] as const)(
    "stops where both changed one field, and goes on with $which",
    ({ which, content, saves, undone }) => {
      const [stopped, effects] = after(opened(), edit({ title: "mine" }), save, {
        kind: "conflict",
        theirs: theirs({ ...begun, title: "theirs", text: "theirs" }),
        at: 1,
      });
      expect(kinds(effects)).toEqual(["keep"]);
      expect(statusOf(fieldsKind, stopped)).toEqual({
        kind: "conflict",
        by: "Olga",
        at: null,
        merged: { theirs: ["text"], both: ["title"] },
      });
      expect(kinds(after(stopped, edit({ title: "more" }), save)[1])).toEqual([]);
      const [chosen, next] = after(stopped, { kind: "take", which });
      expect(chosen.content).toEqual(content);
      expect(kinds(next).includes("save")).toBe(saves);
      expect(kinds(next).includes("show")).toBe(which !== "mine");
      // What was given up can be had back.
      expect(after(chosen, { kind: "undo" })[0].content).toEqual(undone);
    },
  );

  it("merges nothing into what was confirmed", () => {
    const [confirmed] = after(
      opened(),
      edit({ title: "mine" }),
      { kind: "confirm" },
      { kind: "flush" },
    );
    const [stopped] = after(confirmed, {
      kind: "conflict",
      theirs: theirs({ ...begun, text: "theirs" }),
      at: 1,
    });
    expect(statusOf(fieldsKind, stopped).kind).toBe("conflict");
  });

  it("is saved and stored when its page is left, unless it was handed over", () => {
    expect(kinds(after(opened(), edit({ title: "A" }), { kind: "leave" })[1])).toEqual([
      "keep",
      "keep",
      "save",
    ]);
    expect(kinds(after(opened(), { kind: "leave" })[1])).toEqual([]);
    const [handed] = after(opened(), edit({ title: "A" }), { kind: "handed over" });
    expect(kinds(after(handed, { kind: "leave" })[1])).toEqual([]);
    expect(kinds(after(handed, { kind: "hide" })[1])).toEqual(["forget"]);
    // What was typed while the last save was under way follows it.
    const [left] = after(opened(), edit({ title: "A" }), save, edit({ title: "AB" }), {
      kind: "leave",
    });
    expect(kinds(after(left, { kind: "saved", id: "one", revision: 2, at: 1 })[1])).toEqual([
      "forget",
      "belong",
      "keep",
      "keep",
      "save",
    ]);
  });

  it("that was sent elsewhere stops, and goes on as another document", () => {
    const [gone] = after(
      opened(),
      edit({ title: "A" }),
      { kind: "changed" },
      { kind: "found", of: "one", theirs: { state: "sending" }, at: 1 },
    );
    expect(statusOf(fieldsKind, gone)).toEqual({ kind: "gone", state: "sending" });
    expect(after(gone, { kind: "fork" })[1].at(-1)).toEqual({
      kind: "save",
      id: null,
      revision: 0,
      content: { ...begun, title: "A" },
    });
  });

  it("undoes typing by its pauses, and what takes the place of everything as one step", () => {
    const [document] = after(
      opened(),
      edit({ title: "A" }),
      edit({ title: "AB" }),
      { kind: "elapsed", timer: "rest" },
      { kind: "adopt", content: { ...begun, text: "all new" } },
    );
    expect(document.can).toEqual({ undo: true, redo: false });
    const [once] = after(document, { kind: "undo" });
    expect(once.content).toEqual({ ...begun, title: "AB" });
    const [twice, effects] = after(once, { kind: "undo" });
    expect(twice.content).toEqual(begun);
    expect(effects[0]).toEqual({ kind: "show", content: begun });
    expect(after(twice, { kind: "redo" }, { kind: "redo" })[0].content).toEqual({
      ...begun,
      text: "all new",
    });
  });

  it("shows the fields that were written together, and lets other fields follow", () => {
    const upper = {
      ...fieldsKind,
      follow: (content: Fields) => ({ ...content, image: (content["title"] ?? "").toUpperCase() }),
    };
    const edits = [
      { path: "title", value: "a" },
      { path: "text", value: "b" },
    ];
    const [editedDocument, effects] = reduce(upper, opened(), { kind: "edit", edits });
    expect(editedDocument.content).toEqual({ title: "a", text: "b", image: "A" });
    expect(effects[0]).toEqual({
      kind: "show",
      content: editedDocument.content,
      paths: ["title", "text"],
    });
    expect(
      reduce(upper, editedDocument, { kind: "adopt", content: { ...begun, title: "c" } })[0]
        .content["image"],
    ).toBe("C");
  });

  it("goes on after a reload from what this tab alone has", () => {
    const mine = { ...begun, title: "typed" };
    const sent = { ...begun, title: "sent" };
    const tabCopy = { content: mine, base: begun, revision: 1, unanswered: [sent] };
    const at = (revision: number, text: string) => ({ id: "one", revision, text });
    expect(openDocument(fieldsKind, at(1, ""), begun, tabCopy)).toMatchObject({
      content: mine,
      base: begun,
      revision: 1,
    });
    // Its own save whose answer was lost.
    expect(openDocument(fieldsKind, at(2, fieldsKind.write(sent)), sent, tabCopy)).toMatchObject({
      content: mine,
      base: sent,
      revision: 2,
    });
    // A version of another editor: the first save will report the conflict.
    expect(openDocument(fieldsKind, at(2, "other"), sent, tabCopy)).toMatchObject({
      content: mine,
      base: begun,
      revision: 1,
    });
    expect(openDocument(fieldsKind, at(1, ""), mine, tabCopy)).toMatchObject({
      content: mine,
      base: mine,
      unanswered: [],
    });
  });
});
