import { groupOf, type Group, type Rule, type RulePath } from "./rule";

/** Whether a user belongs to a segment, and the leaf that decides it. */
export interface Verdict {
  matches: boolean;
  /** The path of a leaf: if it became the opposite, the user would be nearer to the opposite. */
  reason: RulePath;
  /** How many leaves must become the opposite for the user to belong to it; 0 where they do. */
  misses: number;
}

/**
 * What a rule says of a user of whom each leaf is true or not, in the order of `leavesOf`. Of
 * several leaves that decide, the first; where one of several rules must change, that of the rule
 * which is the nearest to it.
 */
export function verdictOf(rule: Rule, truths: readonly boolean[]): Verdict {
  let next = 0;
  const changesOf = (node: Rule, path: RulePath): Changes => {
    const group = groupOf(node);
    if (!group) {
      const isTrue = truths[next++] === true;
      const change = (cost: number): Change => ({ cost, leaf: path });
      return { toTrue: change(isTrue ? 0 : 1), toFalse: change(isTrue ? 1 : 0) };
    }
    const parts = group.rules.map((one, at) => changesOf(one, [...path, group.group, at]));
    return joined[group.group](
      parts.map(({ toTrue }) => toTrue),
      parts.map(({ toFalse }) => toFalse),
    );
  };
  const { toTrue, toFalse } = changesOf(rule, []);
  const matches = toTrue.cost === 0;
  return { matches, reason: (matches ? toFalse : toTrue).leaf, misses: toTrue.cost };
}

/** How many leaves must become the opposite, and the first of them. */
interface Change {
  cost: number;
  leaf: RulePath;
}
interface Changes {
  toTrue: Change;
  toFalse: Change;
}

const none: Change = { cost: 0, leaf: [] };

/** All of them must change. */
function each(changes: readonly Change[]): Change {
  const cost = changes.reduce((sum, one) => sum + one.cost, 0);
  return { cost, leaf: (changes.find((one) => one.cost > 0) ?? changes[0] ?? none).leaf };
}

/** One of them must change: the one that costs the least. */
function cheapest(changes: readonly Change[]): Change {
  const [first = none, ...others] = changes;
  return others.reduce((best, one) => (one.cost < best.cost ? one : best), first);
}

type Join = (toTrue: readonly Change[], toFalse: readonly Change[]) => Changes;
const joined: Readonly<Record<Group, Join>> = {
  all: (toTrue, toFalse) => ({ toTrue: each(toTrue), toFalse: cheapest(toFalse) }),
  any: (toTrue, toFalse) => ({ toTrue: cheapest(toTrue), toFalse: each(toFalse) }),
  none: (toTrue, toFalse) => ({ toTrue: each(toFalse), toFalse: cheapest(toTrue) }),
};
