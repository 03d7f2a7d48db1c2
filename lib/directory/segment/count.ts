import { idSchema } from "@/lib/inputs/row";
import { cancelCountSchema, countRuleSchema } from "@/lib/inputs/segment";
import { now } from "@/lib/runtime/clock";
import { bitsOf, hasBit, partOf } from "@/lib/segment/bitmap";
import { compileRule } from "@/lib/segment/compile";
import { devicesInUse } from "@/lib/segment/draft";
import type { Rule } from "@/lib/segment/rule";
import { NotFoundError } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { readAttributes, type Attributes } from "../user/attributes";
import { readSegment } from "./open";
import { assertFits, serviceOfSegment } from "./rows";
import { cancelRule, runRule } from "./statement";

/** How many users a rule is true of. */
export interface SegmentCount {
  users: number;
  /** Their devices in use, in all apps of the service; a shared one counts for each of them. */
  devices: number;
  /** The moment that it was evaluated for, ISO 8601 UTC. */
  at: string;
  exact: true;
}

async function countUsers(
  serviceId: string,
  rule: Rule,
  attributes: Attributes,
  token?: string,
): Promise<SegmentCount> {
  const at = new Date(now());
  const { from, where, matches, values } = compileRule(rule, { serviceId, attributes, now: at });
  const [row] = await runRule<{ users: number; devices: number }>(
    `WITH s AS MATERIALIZED (SELECT ${partOf("u.number")} AS part, ${bitsOf("u.number")} AS bits, count(*) AS users FROM ${from} WHERE ${where} AND ${matches} GROUP BY 1)
     SELECT (SELECT coalesce(sum(s.users), 0) FROM s)::int AS users,
       (SELECT count(*) FROM s CROSS JOIN ${devicesInUse(` AND ${partOf("du.number")} = s.part AND ${hasBit("s.bits", "du.number")}`)})::int AS devices`,
    values,
    token,
  );
  return {
    users: row?.users ?? 0,
    devices: row?.devices ?? 0,
    at: at.toISOString(),
    exact: true,
  };
}

/**
 * Counts the users that a rule is true of, stored or not. Refuses a rule that does not fit the
 * attributes of the service, a count that takes too long, and one that `cancelCount` ended.
 */
export const countRule = view({
  action: "segment.read",
  input: countRuleSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }, { rule, token }): Promise<SegmentCount> =>
    countUsers(serviceId, rule, await assertFits(sql, serviceId, rule), token),
});

/**
 * Counts the users of a segment, as {@link countRule} does. Of an attribute that was removed since
 * no user has a value.
 */
export const countSegment = view({
  action: "segment.read",
  input: idSchema,
  service: serviceOfSegment,
  run: async ({ sql, serviceId }, { id }): Promise<SegmentCount> => {
    const segment = await readSegment(sql, serviceId, id);
    if (!segment) throw new NotFoundError("This segment");
    return countUsers(serviceId, segment.rule, await readAttributes(sql, serviceId));
  },
});

/** Ends a count, in any process. Returns whether it was under way. */
export const cancelCount = view({
  action: "segment.read",
  input: cancelCountSchema,
  service: serviceNamed,
  run: (_scope, { token }): Promise<boolean> => cancelRule(token),
});
