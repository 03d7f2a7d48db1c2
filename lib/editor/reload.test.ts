import { expect, it } from "vitest";
import { openDocument } from "./document";
import { reduce } from "./reduce";
import { statusOf } from "./status";
import { fieldsKind, type Fields } from "./testing";

const first: Fields = { title: "First words" };
const sent: Fields = { title: "Words that were saved late" };
const last: Fields = { title: "Words of the last moment" };

/** The document after a reload in the middle of a save, which the server has not stored yet. */
const reloaded = openDocument(
  fieldsKind,
  { id: "one", revision: 1, text: fieldsKind.write(first) },
  first,
  {
    content: last,
    base: first,
    revision: 1,
    unanswered: [sent],
  },
);

it("a save of the page before the reload that is stored after it is no conflict", () => {
  expect([reloaded.content, statusOf(fieldsKind, reloaded).kind]).toEqual([last, "saving"]);
  const [saving] = reduce(fieldsKind, reloaded, { kind: "elapsed", timer: "save" });
  const [next, effects] = reduce(fieldsKind, saving, {
    kind: "conflict",
    theirs: { revision: 2, by: "Owner", text: fieldsKind.write(sent), content: sent },
    at: 1,
  });
  expect(next.stop).toBeUndefined();
  expect([next.content, next.base, next.revision]).toEqual([last, sent, 2]);
  expect(effects.some(({ kind }) => kind === "announce" || kind === "show")).toBe(false);
  expect(effects.at(-1)).toEqual({ kind: "save", id: "one", revision: 2, content: last });
  const [saved] = reduce(fieldsKind, next, { kind: "saved", id: "one", revision: 3, at: 5 });
  expect(statusOf(fieldsKind, saved)).toEqual({ kind: "saved", at: 5 });
});

it("another one's words are a conflict after a reload, too, and stay one", () => {
  const [saving] = reduce(fieldsKind, reloaded, { kind: "elapsed", timer: "save" });
  const theirs = {
    revision: 2,
    by: "Owner",
    text: fieldsKind.write({ title: "Their words" }),
    content: { title: "Their words" },
  };
  const [stopped] = reduce(fieldsKind, saving, { kind: "conflict", theirs, at: 1 });
  expect(statusOf(fieldsKind, stopped)).toMatchObject({ kind: "conflict", by: "Owner" });
  const [resolved] = reduce(fieldsKind, stopped, { kind: "take", which: "theirs" });
  expect([resolved.content, resolved.stop]).toEqual([{ title: "Their words" }, undefined]);
});
