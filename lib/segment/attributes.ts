import type { AttributeType } from "@/lib/inputs/attribute";
import type { Report } from "@/lib/interface/issue";
import { pointerOf } from "@/lib/interface/pointer";
import { problem, type Problem } from "@/lib/interface/problem";
import { attributeOf, fixedFields, isFixedField, operatorsOf, type FieldKind } from "./fields";
import {
  checkOperator,
  didYouMean,
  isFieldLeaf,
  leavesOf,
  readValue,
  type FieldLeaf,
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

const silent: Report = () => undefined;

/**
 * A condition as it is evaluated: what its field holds, and its value as that is stored. Undefined
 * for an attribute that the service has not any more, or has of a type that the condition does not
 * fit: no user has a value of it.
 */
export function typedLeaf(
  leaf: FieldLeaf,
  attributes: AttributeTypes,
): { kind: FieldKind; leaf: FieldLeaf } | undefined {
  const { field, op, value } = leaf;
  const kind = isFixedField(field)
    ? fixedFields[field]
    : attributes.get(attributeOf(field) ?? "")?.type;
  if (kind === undefined || !operatorsOf[kind].includes(op)) return undefined;
  const read = readValue(silent, { field, op, value, kind }, []);
  return read && { kind, leaf: read };
}
