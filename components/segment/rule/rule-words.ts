import type { NamesOfThings } from "@/lib/segment/leaf-words";
import { ruleSchema } from "@/lib/segment/rule";
import { ruleSentence } from "@/lib/segment/words";
import type { RuleChoices } from "./choices";
import type { NodeProblem } from "./rule-problems";
import { isGroup, writeNode, type RuleNode, type RuleTree } from "./rule-tree";

/** The names of what rules name by ids, as far as they are among the choices. */
export function namesIn({ app, list, campaign }: RuleChoices): NamesOfThings {
  const nameIn = (choices: RuleChoices["app"]) => {
    const names = new Map(choices.map(({ value, label }) => [value, label]));
    return (id: string) => names.get(id);
  };
  return { app: nameIn(app), list: nameIn(list), campaign: nameIn(campaign) };
}

/**
 * The rule in words, with “…” for what is not finished; undefined where nothing is. With a capital
 * at its beginning.
 */
export function treeWords(
  { root }: RuleTree,
  problems: ReadonlyMap<number, NodeProblem>,
  names: NamesOfThings,
): string | undefined {
  const finished = finishedPart(root, problems);
  const { data } = ruleSchema.safeParse(finished && writeNode(finished));
  if (!finished || !data) return undefined;
  const words = capital(ruleSentence(data, names));
  return problems.size > 0 ? `${words} …` : `${words}.`;
}

/** A node without the conditions that have a problem; undefined where nothing remains of it. */
function finishedPart(
  node: RuleNode,
  problems: ReadonlyMap<number, NodeProblem>,
): RuleNode | undefined {
  if (!isGroup(node)) return problems.has(node.id) ? undefined : node;
  const children = node.children.flatMap((child) => finishedPart(child, problems) ?? []);
  return children.length === 0 ? undefined : { ...node, children };
}

/** Not of a word such as iOS. */
function capital(text: string): string {
  return text.replace(/^[a-z](?=[a-z\s])/, (letter) => letter.toUpperCase());
}
