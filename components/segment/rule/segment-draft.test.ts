import { expect, it } from "vitest";
import { addLeaf, readRule, writeNode } from "./rule-tree";
import {
  historySteps,
  isSameContent,
  newDraft,
  reduceDraft,
  type SegmentDraft,
} from "./segment-draft";

const content = { name: "Gold", tree: readRule({ all: [{ field: "platform" }] }) };
const typed = (draft: SegmentDraft, name: string) =>
  reduceDraft(draft, { kind: "type", change: (now) => ({ ...now, name }) });
const added = (draft: SegmentDraft) =>
  reduceDraft(draft, {
    kind: "step",
    change: (now) => ({
      ...now,
      tree: addLeaf(now.tree, now.tree.root.id, { field: "list" }).tree,
    }),
  });

it("what is typed until the focus moves is one step", () => {
  let draft = typed(typed(newDraft(content), "Gol"), "Go");
  expect(historySteps(draft)).toEqual({ undo: true, redo: false });
  draft = typed(reduceDraft(draft, { kind: "part" }), "G");
  draft = reduceDraft(draft, { kind: "undo" });
  expect(draft.content.name).toBe("Go");
  draft = reduceDraft(draft, { kind: "undo" });
  expect(draft.content.name).toBe("Gold");
  expect(historySteps(draft)).toEqual({ undo: false, redo: true });
  draft = reduceDraft(reduceDraft(draft, { kind: "redo" }), { kind: "redo" });
  expect(draft.content.name).toBe("G");
});

it("a change of the tree is a step of its own, and does not swallow what was typed before", () => {
  let draft = added(typed(newDraft(content), "Silver"));
  draft = reduceDraft(draft, { kind: "undo" });
  expect(draft.content).toMatchObject({ name: "Silver" });
  expect(writeNode(draft.content.tree.root)).toEqual({ all: [{ field: "platform" }] });
});

it("a node that is added after an undo has an id that no node had", () => {
  const first = added(newDraft(content));
  const again = added(reduceDraft(first, { kind: "undo" }));
  const ids = [first, again].map(({ content: { tree } }) => tree.root.children.at(-1)?.id);
  expect(ids[0]).not.toBe(ids[1]);
  expect(isSameContent(first.content, again.content)).toBe(true);
});

it("a version that is loaded can be undone", () => {
  const loaded = reduceDraft(typed(newDraft(content), "Mine"), {
    kind: "load",
    content: { ...content, name: "Theirs" },
  });
  expect(loaded.content.name).toBe("Theirs");
  expect(reduceDraft(loaded, { kind: "undo" }).content.name).toBe("Mine");
});
