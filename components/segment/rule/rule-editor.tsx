"use client";

import { useEffect, useRef, useState } from "react";
import { useWhenReleased } from "@/components/ui/browser/when-released";
import { GroupBox } from "../tree/group-box";
import type { RuleChoices } from "./choices";
import { RuleEditingProvider, type RuleEditing } from "./rule-context";
import type { NodeProblem } from "./rule-problems";
import { isGroup, leavesIn, nodesIn, type Change, type RuleNode, type RuleTree } from "./rule-tree";

interface RuleEditorProps extends Pick<RuleEditing, "step" | "type" | "find"> {
  tree: RuleTree;
  choices: RuleChoices;
  problems: ReadonlyMap<number, NodeProblem>;
  /** Shows problems of all conditions, also of those that were not left yet. */
  showsAll: boolean;
}

/** The rule as a tree of groups and conditions, by pointer and by keyboard alike. */
export function RuleEditor({ tree, choices, problems, showsAll, ...editing }: RuleEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<{ id: number }>();
  const [news, setNews] = useState("");
  const [visited, setVisited] = useState<ReadonlySet<number>>(
    // A new condition says what it lacks once it was left.
    () => new Set(nodesIn(tree.root).flatMap((node) => (isBlank(node) ? [] : [node.id]))),
  );
  const whenReleased = useWhenReleased();
  useEffect(() => {
    if (target) focusNode(box.current, target.id);
  }, [target]);
  // A node that undo removed took the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body && news !== "") box.current?.focus();
  }, [tree, news]);
  const visible = [...problems].filter(
    ([id, { member }]) => showsAll || member === undefined || visited.has(id),
  );
  const apply = (change: Change, what: string) => {
    editing.step(change.tree);
    setTarget({ id: change.focus });
    setNews(`${what}. The rule has ${conditionsText(leavesIn(change.tree.root))}.`);
  };
  return (
    <RuleEditingProvider
      value={{
        ...editing,
        tree,
        choices,
        numbers: numbersIn(tree),
        problems: new Map(visible),
        apply,
        leave: (id) =>
          whenReleased(() => setVisited((ids) => (ids.has(id) ? ids : new Set([...ids, id])))),
      }}
    >
      <div ref={box} data-node={tree.root.id} tabIndex={-1} className="outline-none">
        <GroupBox group={tree.root} level={1} />
      </div>
      <output className="sr-only">{news}</output>
    </RuleEditingProvider>
  );
}

const isBlank = (node: RuleNode) => !isGroup(node) && Object.keys(node.members).length === 0;

/** The first control of a node, unless the focus is in it already. */
function focusNode(box: HTMLElement | null, id: number): void {
  const selector = `[data-node="${id}"]`;
  const node = box?.matches(selector) ? box : box?.querySelector<HTMLElement>(selector);
  if (!node || (node !== box && node.contains(document.activeElement))) return;
  node.querySelector<HTMLElement>("input, button")?.focus();
}

const conditionsText = (count: number) => `${count} ${count === 1 ? "condition" : "conditions"}`;

/** Conditions and groups, each numbered as they are read; the outermost group has no number. */
function numbersIn({ root }: RuleTree): ReadonlyMap<number, number> {
  const [, ...nodes] = nodesIn(root);
  const count = { group: 0, leaf: 0 };
  return new Map(
    nodes.map((node) => [node.id, isGroup(node) ? ++count.group : ++count.leaf] as const),
  );
}
