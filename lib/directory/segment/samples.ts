import { countRuleSchema } from "@/lib/inputs/segment";
import { now } from "@/lib/runtime/clock";
import { compileRule } from "@/lib/segment/compile";
import { decidingLeaf } from "@/lib/segment/evaluate";
import type { RulePath } from "@/lib/segment/rule";
import { ruleClause } from "@/lib/segment/words";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { assertFits, namesIn } from "./rows";
import { runRule } from "./statement";

const mostMatching = 20;
const mostMissing = 5;

/** A user of a sample. */
export interface SampleUser {
  /** Of the user's row, for their page. */
  id: string;
  userid: string;
}

/** A user who does not belong to a segment because of one leaf alone. */
export interface MissingUser extends SampleUser {
  /** Where the leaf stands. */
  path: RulePath;
  /** The leaf in words, as it follows "users": "whose plan is “gold”". */
  words: string;
  /** Whether it is true of the user: it stands in `none`, and should not be. */
  isTrue: boolean;
}

/** Some users who belong to a segment, and some who just do not. */
export interface SegmentSamples {
  matching: SampleUser[];
  missing: MissingUser[];
}

type Row = SampleUser & { misses: number; truths: boolean[] };

/**
 * Some users that a rule is true of, twenty at most, and five at most of whom one leaf alone keeps
 * it from being true, with that leaf. Refuses as `countRule` does.
 */
export const samplesOfRule = view({
  action: "segment.read",
  input: countRuleSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }, { rule, token }): Promise<SegmentSamples> => {
    const attributes = await assertFits(sql, serviceId, rule);
    const at = new Date(now());
    const compiled = compileRule(rule, { serviceId, attributes, now: at });
    const { from, where, matches, misses, leaves, values } = compiled;
    const columns = `u.id, u.userid, ${misses} AS misses, ARRAY[${leaves.join(", ")}]::boolean[] AS truths`;
    const rows = await runRule<Row>(
      `(SELECT ${columns} FROM ${from} WHERE ${where} AND ${matches} LIMIT ${mostMatching})
       UNION ALL (SELECT ${columns} FROM ${from} WHERE ${where} AND ${misses} = 1 LIMIT ${mostMissing})`,
      values,
      token,
    );
    const names = await namesIn(sql, serviceId, [rule]);
    const missing = rows
      .filter((row) => row.misses > 0)
      .flatMap(({ id, userid, truths }): MissingUser[] => {
        const reason = decidingLeaf(rule, truths);
        if (!reason) return [];
        const { leaf, path, isTrue } = reason;
        return [{ id, userid, path, words: ruleClause(leaf, names), isTrue }];
      });
    const matching = rows
      .filter((row) => row.misses === 0)
      .map(({ id, userid }) => ({ id, userid }));
    return { matching, missing };
  },
});
