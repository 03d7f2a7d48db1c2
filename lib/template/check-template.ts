import { writeJson } from "@/lib/interface/exact-json";
import { ruleOfIssue } from "@/lib/interface/issue";
import { readJson } from "@/lib/interface/json";
import { pointerOf } from "@/lib/interface/pointer";
import { problem } from "@/lib/interface/problem";
import type { Problem } from "@/lib/interface/problem";
import { pushBlocksSchema } from "@/lib/interface/request";
import type { PushBlocksInput } from "@/lib/interface/request";

import { sampleValues } from "./parameters";
import type { TemplateParameter } from "./parameters";
import { mapStrings, placeholdersInBlocks, substitute } from "./placeholder";

/**
 * What is wrong with a template before it is published: a character that cannot be sent, a placeholder that is not declared, and what the schema
 * refuses once the samples stand in their places. What a request may still bring is not missed. Pointers are those of the
 * effective message, `/channels/push/…`.
 */
export function checkTemplate(blocks: PushBlocksInput, parameters: readonly TemplateParameter[]): Problem[] {
  const values = new Map(Object.entries(sampleValues(parameters)));
  const path = ["channels", "push"];
  const undeclared = placeholdersInBlocks(blocks).some((name) => !values.has(name));
  const read = readJson(new TextEncoder().encode(writeJson(blocks)));
  const problems = read.problems.map((one): Problem => ({ ...one, pointer: pointerOf(path) + one.pointer }));
  if (undeclared) problems.push(problem("template.placeholder.unknown", pointerOf(path)));
  const parsed = pushBlocksSchema.safeParse(
    mapStrings(blocks, (text) => substitute(text, values)),
    { reportInput: true },
  );
  for (const issue of parsed.error?.issues ?? []) {
    problems.push({ ...problem(ruleOfIssue(issue).rule, pointerOf([...path, ...issue.path])), message: issue.message });
  }
  return problems;
}
