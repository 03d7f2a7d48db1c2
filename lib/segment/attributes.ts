import type { AttributeType } from "@/lib/inputs/attribute";
import type { Report } from "@/lib/interface/issue";
import { pointerOf } from "@/lib/interface/pointer";
import { problem, type Problem } from "@/lib/interface/problem";
import { attributeOf } from "./fields";
import {
  checkOperator,
  didYouMean,
  isFieldLeaf,
  leavesOf,
  readValue,
  type Rule,
  type RulePath,
} from "./rule";

/** The attributes of a service by their names. */
export type AttributeTypes = ReadonlyMap<string, { type: AttributeType }>;

/**
 * What in a rule does not fit the attributes of a service, with pointers into it: an attribute that
 * the service has not, an operator or a value that does not fit its type. Below `prefix`.
 */
export function attributeFaults(
  rule: Rule,
  attributes: AttributeTypes,
  prefix: RulePath = ["rule"],
): Problem[] {
  const faults: Problem[] = [];
  const report: Report = (broken, path, words) => {
    faults.push(problem(broken, pointerOf([...prefix, ...path]), words));
  };
  for (const { leaf, path } of leavesOf(rule)) {
    const name = isFieldLeaf(leaf) ? attributeOf(leaf.field) : undefined;
    if (!isFieldLeaf(leaf) || name === undefined) continue;
    const kind = attributes.get(name)?.type;
    if (kind === undefined) {
      const fix = didYouMean(name, [...attributes.keys()]) ?? "store a value of it first";
      report("segment.attribute", [...path, "field"], { name, fix });
    } else if (checkOperator(report, { ...leaf, kind }, path))
      readValue(report, { ...leaf, value: leaf.value, kind }, path);
  }
  return faults;
}
