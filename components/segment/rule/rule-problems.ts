import { asSentence } from "@/lib/inputs/answer";
import { mostLeaves, ruleSchema } from "@/lib/segment/rule";
import { leafGap } from "./leaf";
import type { AttributeChoice } from "./leaf-words";
import { isGroup, leavesIn, nodeAtPointer, nodesIn, writeNode, type RuleTree } from "./rule-tree";

/** What is missing or wrong at a node, in a sentence, and in which member of its JSON. */
export interface NodeProblem {
  member: string | undefined;
  message: string;
}

/**
 * What keeps a rule from being saved, by the ids of its nodes, one problem a node: what is not
 * filled in, in words for authors; what else the schema refuses, in its own.
 */
export function ruleProblems(
  tree: RuleTree,
  attributes: readonly AttributeChoice[],
): ReadonlyMap<number, NodeProblem> {
  const { root } = tree;
  const problems = new Map<number, NodeProblem>();
  for (const node of nodesIn(root)) {
    const problem = isGroup(node) ? undefined : leafGap(node.members, attributes);
    if (problem) problems.set(node.id, problem);
    else if (isGroup(node) && node.children.length === 0)
      problems.set(node.id, {
        member: undefined,
        message: node === root ? "Add a condition." : "Add a condition, or remove this group.",
      });
  }
  if (leavesIn(root) > mostLeaves)
    problems.set(root.id, {
      member: undefined,
      message: `A rule has at most ${mostLeaves} conditions. Remove some.`,
    });
  if (problems.size > 0) return problems;
  const { error } = ruleSchema.safeParse(writeNode(root));
  for (const { path, message } of error?.issues ?? []) {
    const { id, rest } = nodeAtPointer(tree, path.map(String));
    if (!problems.has(id)) problems.set(id, { member: rest[0], message: asSentence(message) });
  }
  return problems;
}
