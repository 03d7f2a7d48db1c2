import { brokenJson } from "@/lib/compose/adopt";
import type { ReadText } from "@/lib/compose/editor-text";
import { asSentence } from "@/lib/inputs/answer";
import { jsonProblem, jsonSentence } from "@/lib/interface/json";
import { pointerOf } from "@/lib/interface/pointer";
import { isObject } from "@/lib/interface/value-shape";
import { ruleSchema } from "@/lib/segment/rule";
import { pointerLine } from "./pointer-line";
import { readRule, writeNode, type RuleTree } from "./rule-tree";

/** The JSON of a rule, as its editor shows it before it is indented. */
export function ruleText({ root }: RuleTree): string {
  return JSON.stringify(writeNode(root));
}

/**
 * Reads a rule from the text of its JSON editor. What is wrong is reported with its pointer and its
 * line, the first problem and how many others there are.
 *
 * @param firstId of the nodes of the rule
 */
export function ruleInText(firstId: number): ReadText<RuleTree> {
  return (text) => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return brokenJson(text);
    }
    if (!isObject(value))
      return { ok: false, message: "A rule is an object: it begins with { and ends with }." };
    const wrong = jsonProblem(text);
    if (wrong) return { ok: false, message: jsonSentence(wrong) };
    const { error } = ruleSchema.safeParse(value);
    const [issue, ...others] = error?.issues ?? [];
    if (issue) {
      const pointer = pointerOf(issue.path);
      const more = others.length === 0 ? "" : ` (${others.length} more)`;
      return {
        ok: false,
        message: asSentence(`${pointer === "" ? "" : `${pointer}: `}${issue.message}${more}`),
        line: pointerLine(text, issue.path.map(String)),
      };
    }
    const tree = readRule(value, firstId);
    return { ok: true, value: tree, body: ruleText(tree) };
  };
}
