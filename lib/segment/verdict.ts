import { groupOf, type Rule, type RulePath } from "./rule";

/** Whether a user belongs to a segment, and the leaf that decides it. */
export interface Verdict {
  matches: boolean;
  /** The path of the leaf. */
  reason: RulePath;
  /** How many leaves must become the opposite for the user to belong to it; 0 where they do. */
  misses: number;
}

/**
 * What a rule says of a user of whom each leaf is true or not, in the order of `leavesOf`. Of
 * several leaves that decide, the first; where one of several must become true, that of the rule
 * which fails the least.
 */
export function verdictOf(rule: Rule, truths: readonly boolean[]): Verdict {
  let next = 0;
  const judged = (node: Rule, path: RulePath): Judged => {
    const group = groupOf(node);
    if (!group) {
      const isTrue = truths[next++] === true;
      return { path, toTrue: isTrue ? 0 : 1, toFalse: isTrue ? 1 : 0, why: path };
    }
    const parts = group.rules.map((one, at) => judged(one, [...path, group.group, at]));
    return { path, ...joined[group.group](parts) };
  };
  const { toTrue, why } = judged(rule, []);
  return { matches: toTrue === 0, reason: why, misses: toTrue };
}

/** How many leaves must become the opposite for a rule to be true, and to be false. */
interface Costs {
  toTrue: number;
  toFalse: number;
  /** The leaf that decides. */
  why: RulePath;
}
interface Judged extends Costs {
  path: RulePath;
}

const sum = (parts: readonly Judged[], of: "toTrue" | "toFalse") =>
  parts.reduce((total, part) => total + part[of], 0);
const least = (parts: readonly Judged[], of: "toTrue" | "toFalse") =>
  parts.reduce<Judged | undefined>(
    (best, part) => (best && best[of] <= part[of] ? best : part),
    undefined,
  );
/** The least of them, and the leaf that decides there. */
const leastOf = (parts: readonly Judged[], of: "toTrue" | "toFalse") => {
  const best = least(parts, of);
  return { cost: best?.[of] ?? 0, why: best?.why ?? [] };
};
const firstWhy = (parts: readonly Judged[], isDeciding: (part: Judged) => boolean) =>
  (parts.find(isDeciding) ?? parts[0])?.why ?? [];

const joined: Readonly<Record<"all" | "any" | "none", (parts: readonly Judged[]) => Costs>> = {
  all: (parts) => ({
    toTrue: sum(parts, "toTrue"),
    toFalse: leastOf(parts, "toFalse").cost,
    why: firstWhy(parts, ({ toTrue }) => toTrue > 0),
  }),
  any: (parts) => {
    const { cost, why } = leastOf(parts, "toTrue");
    return { toTrue: cost, toFalse: sum(parts, "toFalse"), why };
  },
  none: (parts) => ({
    toTrue: sum(parts, "toFalse"),
    toFalse: leastOf(parts, "toTrue").cost,
    why: firstWhy(parts, ({ toTrue }) => toTrue === 0),
  }),
};
