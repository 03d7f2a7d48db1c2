import { isDeepStrictEqual } from "node:util";
import { memberIdOf } from "@/lib/auth/member";
import { changeSegmentSchema } from "@/lib/inputs/segment";
import { leavesOf, type Rule } from "@/lib/segment/rule";
import { assertCurrent } from "@/lib/verb/assert-current";
import { NotFoundError, unlessTaken } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { assertFits, nameInUse, serviceOfSegment, storedRule } from "./rows";

interface Settings {
  name: string;
  rule: Rule;
}

/**
 * Changes the name or the rule of a segment; what is left out stays. What was confirmed with an
 * older revision goes out as it was confirmed. Throws `ConflictError` where another writer was
 * first, and refuses as `addSegment` does.
 */
export const changeSegment = verb({
  action: "segment.change",
  input: changeSegmentSchema,
  service: serviceOfSegment,
  run: async ({ tx, actor, serviceId }, { id, revision: expected, name, rule }) => {
    const [row] = await tx.query<{ name: string; rule: unknown; revision: number }>(
      "SELECT name, rule, revision FROM segment WHERE id = $1 FOR UPDATE",
      [id],
    );
    if (!row) throw new NotFoundError("This segment");
    const before: Settings = { name: row.name, rule: storedRule(row.rule) };
    const after: Settings = { name: name ?? before.name, rule: rule ?? before.rule };
    const isOther = !isDeepStrictEqual(after.rule, before.rule);
    const { revision } = row;
    if (!isOther && after.name === before.name) return { unchanged: { id, ...after, revision } };
    await assertCurrent(tx, {
      expected,
      revision,
      actions: ["segment.add", "segment.change"],
      serviceId,
      entity: id,
      theirs: { ...before },
    });
    if (isOther) await assertFits(tx, serviceId, after.rule);
    await unlessTaken(
      tx.query(
        "UPDATE segment SET name = $2, rule = $3::jsonb, revision = revision + 1, updated_by = $4, updated_at = now() WHERE id = $1",
        [id, after.name, JSON.stringify(after.rule), memberIdOf(actor)],
      ),
      nameInUse(after.name),
      "/name",
    );
    return {
      row: { id, ...after, revision: revision + 1 },
      entity: id,
      event: { before: factsOf(before), after: factsOf(after), rule: isOther },
    };
  },
});

function factsOf({ name, rule }: Settings) {
  return { name, conditions: leavesOf(rule).length };
}
