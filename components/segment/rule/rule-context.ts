"use client";

import { createContext, use } from "react";
import type { RuleChoiceKind } from "@/lib/directory/segment/choices";
import type { Answer } from "@/lib/inputs/answer";
import type { RuleChoices } from "./choices";
import type { NodeProblem } from "./rule-problems";
import type { Change, RuleTree } from "./rule-tree";

/** A rule, and what the parts of its editor do to it. */
export interface RuleEditing {
  tree: RuleTree;
  choices: RuleChoices;
  /** The number of each condition and of each group, in the order in which they are read. */
  numbers: ReadonlyMap<number, number>;
  /** What is to be shown at nodes; of a condition that is being filled in nothing yet. */
  problems: ReadonlyMap<number, NodeProblem>;
  /** A choice: a step that undo goes back. */
  step: (tree: RuleTree) => void;
  /** A key in a text. */
  type: (tree: RuleTree) => void;
  /** A change of the tree, after which a node has the focus; says aloud what was done. */
  apply: (change: Change, news: string) => void;
  /** The focus left a condition: what is missing in it is shown from now on. */
  leave: (id: number) => void;
  /** Finds more of what the service has, by name, and adds it to the choices. */
  find: (kind: RuleChoiceKind, text: string) => Promise<Answer<unknown>>;
}

const EditingContext = createContext<RuleEditing | undefined>(undefined);
/** Provides the rule to the parts of its editor. */
export const RuleEditingProvider = EditingContext.Provider;

/** The rule that is edited. Throws outside an editor. */
export function useRule(): RuleEditing {
  const editing = use(EditingContext);
  if (!editing) throw new Error("There is no rule around this.");
  return editing;
}
