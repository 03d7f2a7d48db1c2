import { typedLeaf } from "./attributes";
import { attributeTest, deviceTest, momentTest } from "./compile-field";
import { deedTest, listTest } from "./compile-joins";
import { deviceJoins, draftOf, type LeafDraft, type RuleContext } from "./draft";
import { positiveOf } from "./fields";
import { deedOf, groupOf, isFieldLeaf, leavesOf, type Leaf, type Rule } from "./rule";

/**
 * A rule as parts of one statement over `service_user u`. All of them use the same parameters:
 * `$1` is the service, others of a caller follow behind `values`.
 */
export interface CompiledRule {
  /** What stands behind FROM: `service_user u`, with one row a user. */
  from: string;
  /** The users of the service, or those of them that the context names. */
  where: string;
  /** Whether a user belongs to the segment; never null. */
  matches: string;
  /** How many leaves must become the opposite for a user to belong to it; 0 where they do. */
  misses: string;
  /** Whether each leaf is true, in the order of `leavesOf`; never null. */
  leaves: string[];
  /** Whether each rule of the outer group is true; of a rule that is none, the rule itself. */
  parts: string[];
  values: unknown[];
}

/**
 * Compiles a rule for PostgreSQL. What is not in the row of the user is joined, one row a user: a
 * large list or a million readers are hashed once, also where the rule asks who is none of them.
 */
export function compileRule(rule: Rule, context: RuleContext): CompiledRule {
  const draft = draftOf(context);
  const leaves = leavesOf(rule).map(({ leaf }) => leafTest(draft, leaf));
  const group = groupOf(rule);
  let next = 0;
  const nextLeaf = () => leaves[next++] ?? "false";
  const parts = (group?.rules ?? [rule]).map((one) => truth(one, nextLeaf));
  next = 0;
  const misses = missesOf(rule, false, nextLeaf);
  const among = draft.among === undefined ? "" : ` AND u.userid = ANY(${draft.among})`;
  return {
    from: ["service_user u", ...deviceJoins(draft), ...draft.joins].join("\n  "),
    where: `u.service_id = $1${among}`,
    matches: group ? joinTruths[group.group](parts) : (parts[0] ?? "false"),
    misses,
    leaves,
    parts,
    values: draft.values,
  };
}

function leafTest(draft: LeafDraft, leaf: Leaf): string {
  if (!isFieldLeaf(leaf)) {
    const { deed, negated } = deedOf(leaf);
    return negatedWhen(negated, deedTest(draft, deed, leaf));
  }
  const { op, negated } = positiveOf(leaf.op);
  const typed = typedLeaf(leaf, draft.context.attributes);
  if (!typed) return negated ? "true" : "false";
  const condition = { ...typed, op };
  const { kind } = typed;
  if (kind === "moment") return negatedWhen(negated, momentTest(draft, condition));
  if (kind === "list") return negatedWhen(negated, listTest(draft, typed.leaf));
  const isOfUser = ["text", "number", "boolean", "date"].includes(kind);
  return negatedWhen(negated, (isOfUser ? attributeTest : deviceTest)(draft, condition));
}

function negatedWhen(negated: boolean, test: string): string {
  return negated ? `NOT ${test}` : test;
}

const joinTruths = {
  all: (parts: readonly string[]) => `(${parts.join(" AND ")})`,
  any: (parts: readonly string[]) => `(${parts.join(" OR ")})`,
  none: (parts: readonly string[]) => `(NOT (${parts.join(" OR ")}))`,
};

function truth(rule: Rule, nextLeaf: () => string): string {
  const group = groupOf(rule);
  if (!group) return nextLeaf();
  return joinTruths[group.group](group.rules.map((one) => truth(one, nextLeaf)));
}

/** As `verdictOf` counts them; `negated`: for the rule to be false. */
function missesOf(rule: Rule, negated: boolean, nextLeaf: () => string): string {
  const group = groupOf(rule);
  if (!group) return `(CASE WHEN ${nextLeaf()} THEN ${negated ? "1 ELSE 0" : "0 ELSE 1"} END)`;
  const inside = group.group === "none" ? !negated : negated;
  const parts = group.rules.map((one) => missesOf(one, inside, nextLeaf));
  // One rule of `any` must become true; for `all` and `none` to be false, one that is not.
  const isOneEnough = group.group === "any" ? !negated : negated;
  return isOneEnough ? `least(${parts.join(", ")})` : `(${parts.join(" + ")})`;
}
