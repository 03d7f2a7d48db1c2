import { historyOf, recorded, redone, undone, type History } from "@/lib/editor/history";
import type { RuleTree } from "./rule-tree";

/** What the editor of a segment edits. */
export interface SegmentContent {
  name: string;
  tree: RuleTree;
}

/**
 * A segment as it is edited. It is saved when its author says so, and not while they type: an
 * unfinished rule cannot be stored, and each revision voids approvals of campaigns to it.
 */
export interface SegmentDraft {
  content: SegmentContent;
  history: History<SegmentContent>;
}

type DraftEvent =
  /** A key in a text: part of one step of the history until `part`. */
  | { kind: "type"; change: (content: SegmentContent) => SegmentContent }
  /** A choice, or a change of the tree: a step of its own. */
  | { kind: "step"; change: (content: SegmentContent) => SegmentContent }
  /** The focus moved: what was typed before is a step. */
  | { kind: "part" }
  | { kind: "undo" }
  | { kind: "redo" }
  /** Another version takes the place of this one; undo restores it. */
  | { kind: "load"; content: SegmentContent };

/** A draft that nothing was changed in. */
export function newDraft(content: SegmentContent): SegmentDraft {
  return { content, history: historyOf(content) };
}

/** What follows from an event. */
export function reduceDraft(draft: SegmentDraft, event: DraftEvent): SegmentDraft {
  const history = recorded(draft.history, draft.content, isSameContent);
  switch (event.kind) {
    case "type":
      return { ...draft, content: event.change(draft.content) };
    case "step":
      return recordedDraft(history, event.change(draft.content));
    case "load":
      return recordedDraft(history, later(event.content, draft.content));
    case "part":
      return history === draft.history ? draft : { ...draft, history };
    case "undo":
      return restored(undone(history), draft.content);
    case "redo":
      return restored(redone(history), draft.content);
  }
}

/** What undo and redo can do. */
export function historySteps({ content, history }: SegmentDraft): { undo: boolean; redo: boolean } {
  const isRecorded = isSameContent(content, history.present);
  return {
    undo: history.past.length > 0 || !isRecorded,
    redo: isRecorded && history.future.length > 0,
  };
}

/** Whether two contents are the same to a reader: ids of nodes do not count. */
export function isSameContent(one: SegmentContent, other: SegmentContent): boolean {
  return (
    one === other ||
    (one.name === other.name && comparableText(one.tree) === comparableText(other.tree))
  );
}

const comparableText = ({ root }: RuleTree) =>
  JSON.stringify(root, (key, value: unknown) => (key === "id" ? undefined : value));

function recordedDraft(history: History<SegmentContent>, content: SegmentContent): SegmentDraft {
  return { content, history: recorded(history, content, isSameContent) };
}

function restored(history: History<SegmentContent>, now: SegmentContent): SegmentDraft {
  return { content: later(history.present, now), history };
}

/** A content whose next node gets an id that no node had before. */
function later(content: SegmentContent, now: SegmentContent): SegmentContent {
  const { tree } = content;
  if (tree.nextId >= now.tree.nextId) return content;
  return { ...content, tree: { ...tree, nextId: now.tree.nextId } };
}
