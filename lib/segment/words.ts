import { joinWords } from "./duration-words";
import { isNegated, leafClause, placeWords, platformWords, type NamesOfThings } from "./leaf-words";
import { groupOf, isFieldLeaf, type FieldLeaf, type Leaf, type Rule } from "./rule";

/** Rules as they are joined in words: negations stand at the leaves. */
type Clause = { leaf: Leaf; negated: boolean } | { joiner: "and" | "or"; clauses: Clause[] };

/**
 * A rule in words, as it follows a name: "iOS users in Berlin who did not read anything for 30
 * days". `names` of what the rule names by ids; the ids themselves where there are none.
 */
export function ruleSentence(rule: Rule, names: NamesOfThings = {}): string {
  const clause = clauseOf(rule, false);
  const all = "leaf" in clause || clause.joiner === "or" ? [clause] : [...clause.clauses];
  const platform = pull(all, ({ field }) => field === "platform");
  const place = pull(all, ({ field }) => field === "country" || field === "timezone");
  const rest = all.map((one) => clauseWords(one, names, all.length > 1));
  const users = [
    platform
      ? `${platformWords(platform)} users`
      : rest.length === 0 && !place
        ? "all users"
        : "users",
    place ? `in ${placeWords(place)}` : "",
    joinWords(rest, "and"),
  ];
  return users.filter((part) => part !== "").join(" ");
}

/** One rule of a group in words, as it follows "users": "who read something". */
export function ruleClause(rule: Rule, names: NamesOfThings = {}): string {
  return clauseWords(clauseOf(rule, false), names, false);
}

/** Removes the first leaf that can stand next to the noun, and returns it. */
function pull(clauses: Clause[], isWanted: (leaf: FieldLeaf) => boolean): FieldLeaf | undefined {
  const at = clauses.findIndex(
    (one) =>
      "leaf" in one &&
      isFieldLeaf(one.leaf) &&
      isWanted(one.leaf) &&
      !isNegated(one.leaf, one.negated) &&
      ["is", "in", "isNot", "notIn"].includes(one.leaf.op),
  );
  const [clause] = at < 0 ? [] : clauses.splice(at, 1);
  return clause && "leaf" in clause && isFieldLeaf(clause.leaf) ? clause.leaf : undefined;
}

/** Brings negations to the leaves, and groups of one kind together. */
function clauseOf(rule: Rule, negated: boolean): Clause {
  const group = groupOf(rule);
  if (!group) return { leaf: rule as Leaf, negated };
  const joiner =
    (group.group === "any") === negated || (group.group === "none" && !negated) ? "and" : "or";
  const inside = group.group === "none" ? !negated : negated;
  const clauses = group.rules.flatMap((one) => {
    const clause = clauseOf(one, inside);
    return "clauses" in clause && clause.joiner === joiner ? clause.clauses : [clause];
  });
  return clauses.length === 1 && clauses[0] ? clauses[0] : { joiner, clauses };
}

function clauseWords(clause: Clause, names: NamesOfThings, isPart: boolean): string {
  if ("leaf" in clause) return leafClause(clause.leaf, clause.negated, names);
  const words = joinWords(
    clause.clauses.map((one) => clauseWords(one, names, true)),
    clause.joiner,
  );
  return isPart ? `(${words})` : words;
}
