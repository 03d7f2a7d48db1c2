"use client";

import { useReducer } from "react";
import type { StepInHistory } from "@/components/editor/use-editor-keys";
import type { RuleTree } from "./rule-tree";
import { historySteps, newDraft, reduceDraft, type SegmentContent } from "./segment-draft";

/** A segment as it is edited on its page, and what its fields do to it. */
export function useSegmentDraft(initial: () => SegmentContent) {
  const [draft, dispatch] = useReducer(reduceDraft, undefined, () => newDraft(initial()));
  const step: StepInHistory = (event) => dispatch(event);
  return {
    content: draft.content,
    can: historySteps(draft),
    step,
    /** The focus moved. */
    part: () => dispatch({ kind: "part" }),
    typeName: (name: string) =>
      dispatch({ kind: "type", change: (content) => ({ ...content, name }) }),
    typeRule: (tree: RuleTree) =>
      dispatch({ kind: "type", change: (content) => ({ ...content, tree }) }),
    changeRule: (tree: RuleTree) =>
      dispatch({ kind: "step", change: (content) => ({ ...content, tree }) }),
    load: (content: SegmentContent) => dispatch({ kind: "load", content }),
  };
}
