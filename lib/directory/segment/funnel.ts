import { ruleOfServiceSchema } from "@/lib/inputs/segment";
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
  input: ruleOfServiceSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }, { rule }): Promise<SegmentFunnel> => {
    const attributes = await assertFits(sql, serviceId, rule);
    const at = new Date(now());
    const { from, where, parts, values } = compileRule(rule, { serviceId, attributes, now: at });
    const group = groupOf(rule);
    const kind = group?.group ?? "all";
    const gates = kind === "none" ? parts.map((part) => `NOT ${part}`) : parts;
    const counts = gates.map((_, index) => {
      const upToIt = gates.slice(0, index + 1).join(kind === "any" ? " OR " : " AND ");
      return `, count(*) FILTER (WHERE ${upToIt})::int AS n${index}`;
    });
    const [row] = await runRule<Record<string, number>>(
      `SELECT count(*)::int AS total${counts.join("")} FROM ${from} WHERE ${where}`,
      values,
    );
    const total = row?.["total"] ?? 0;
    const steps: FunnelStep[] = [];
    for (const index of parts.keys()) {
      const users = row?.[`n${index}`] ?? 0;
      const before = steps.at(-1)?.users ?? (kind === "any" ? 0 : total);
      const path = group ? [group.group, index] : [];
      steps.push({ path, users, change: users - before });
    }
    return { total, group: kind, steps, at: at.toISOString() };
  },
});
