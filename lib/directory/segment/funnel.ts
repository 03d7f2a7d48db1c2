import { countRuleSchema } from "@/lib/inputs/segment";
import { now } from "@/lib/runtime/clock";
import { compileRule } from "@/lib/segment/compile";
import { groupOf, type Group, type RulePath } from "@/lib/segment/rule";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { assertFits } from "./rows";
import { runRule } from "./statement";

/** One rule of a funnel. */
export interface FunnelStep {
  /** Where the rule stands. */
  path: RulePath;
  /** Users that are left after it; with `any`, those that have come together up to it. */
  users: number;
  /** How many more or fewer than before it. */
  change: number;
}

/** How many users each rule of the outer group takes away, or adds, in their order. */
export interface SegmentFunnel {
  /** Users of the service. */
  total: number;
  /** How the steps are joined: with `any` they add users, else they take some away. */
  group: Group;
  steps: FunnelStep[];
  /** The moment that it was evaluated for, ISO 8601 UTC. */
  at: string;
}

/**
 * Counts what each rule of the outer group takes away from the users of a service, in the order of
 * the rule. Refuses as `countRule` does.
 */
export const funnelOfRule = view({
  action: "segment.read",
  input: countRuleSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }, { rule, token }): Promise<SegmentFunnel> => {
    const attributes = await assertFits(sql, serviceId, rule);
    const at = new Date(now());
    const { from, where, parts, values } = compileRule(rule, { serviceId, attributes, now: at });
    const group = groupOf(rule);
    const kind = group?.group ?? "all";
    // Where a user leaves the funnel, or joins those of `any`; behind the last step: not at all.
    const isDecided = (part: string) => (kind === "all" ? `NOT ${part}` : part);
    const cases = parts.map((part, index) => `WHEN ${isDecided(part)} THEN ${index}`);
    const rows = await runRule<{ step: number; users: number }>(
      `SELECT s.step, count(*)::int AS users FROM (SELECT CASE ${cases.join(" ")} ELSE ${parts.length} END AS step FROM ${from} WHERE ${where}) s GROUP BY s.step`,
      values,
      token,
    );
    const usersAt = new Map(rows.map(({ step, users }) => [step, users]));
    const total = rows.reduce((sum, { users }) => sum + users, 0);
    let users = kind === "any" ? 0 : total;
    const steps = parts.map((_, index): FunnelStep => {
      const decided = usersAt.get(index) ?? 0;
      const change = kind === "any" ? decided : 0 - decided;
      users += change;
      return { path: group ? [group.group, index] : [], users, change };
    });
    return { total, group: kind, steps, at: at.toISOString() };
  },
});
