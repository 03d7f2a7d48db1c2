import { ruleOfServiceSchema } from "@/lib/inputs/segment";
import { now } from "@/lib/runtime/clock";
import { compileRule } from "@/lib/segment/compile";
import { leavesOf, type RulePath } from "@/lib/segment/rule";
import { verdictOf } from "@/lib/segment/verdict";
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

type Row = SampleUser & { truths: boolean[] };

/**
 * Some users that a rule is true of, twenty at most, and five at most of whom one leaf alone keeps
 * it from being true, with that leaf. Refuses as `countRule` does.
 */
export const samplesOfRule = view({
  action: "segment.read",
  input: ruleOfServiceSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }, { rule }): Promise<SegmentSamples> => {
    const attributes = await assertFits(sql, serviceId, rule);
    const at = new Date(now());
    const compiled = compileRule(rule, { serviceId, attributes, now: at });
    const { from, where, misses, leaves, values } = compiled;
    // One statement: what is joined is hashed once.
    const rows = await runRule<Row & { misses: number }>(
      `WITH s AS (SELECT u.id, u.userid, ${misses} AS misses, ARRAY[${leaves.join(", ")}]::boolean[] AS truths FROM ${from} WHERE ${where})
       SELECT n.id, n.userid, n.misses, n.truths FROM (
         SELECT s.*, row_number() OVER (PARTITION BY s.misses ORDER BY s.id DESC) AS place FROM s WHERE s.misses < 2) n
       WHERE n.place <= CASE n.misses WHEN 0 THEN ${mostMatching} ELSE ${mostMissing} END ORDER BY n.misses, n.place`,
      values,
    );
    const names = await namesIn(sql, serviceId, [rule]);
    const leafAt = leavesOf(rule);
    const missing = rows
      .filter((row) => row.misses > 0)
      .map(({ id, userid, truths }): MissingUser => {
        const { reason } = verdictOf(rule, truths);
        const index = leafAt.findIndex(({ path }) => path === reason || sameStep(path, reason));
        const leaf = leafAt[index]?.leaf;
        return {
          id,
          userid,
          path: reason,
          words: leaf ? ruleClause(leaf, names) : "",
          isTrue: truths[index] === true,
        };
      });
    const matching = rows
      .filter((row) => row.misses === 0)
      .map(({ id, userid }) => ({ id, userid }));
    return { matching, missing };
  },
});

function sameStep(one: RulePath, other: RulePath): boolean {
  return one.join("/") === other.join("/");
}
