import type { Sql } from "@/lib/database/sql";
import { applyStagedSchema } from "@/lib/inputs/audience-edit";
import { assertCurrent } from "@/lib/verb/assert-current";
import { rejectInput } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { assertStaged, countStaged } from "./compare-staged";
import { endEdit, lockForEdit, summaryOf, type EditCounts, listEdits } from "./editing";
import { serviceOfAudience, summarySchema } from "./rows";

/**
 * Adds the staged recipients to a list, or replaces all of its recipients with them, in one
 * transaction. Those that the list has already keep their values when they are added. Returns how
 * many recipients the list has now. Throws `ConflictError` when the list is not at the revision
 * that they were compared with. Refuses while a campaign sends to it.
 */
export const applyStaged = verb({
  action: "staged.apply",
  input: applyStagedSchema,
  service: serviceOfAudience,
  run: async (scope, { id, stagedId, how, ...compared }) => {
    const { tx, serviceId } = scope;
    await assertStaged(tx, serviceId, { id, stagedId });
    const list = await lockForEdit(scope, id);
    const { revision } = list;
    await assertCurrent(tx, {
      expected: compared.revision,
      revision,
      actions: listEdits,
      serviceId,
      entity: id,
      theirs: {},
    });
    const [waiting] = await tx.query<{ summary: unknown }>(
      "SELECT summary FROM audience WHERE id = $1 AND ready_at IS NULL AND recipients > 0 FOR UPDATE",
      [stagedId],
    );
    if (!waiting) rejectInput("The import has no recipients.");
    const { fresh, other, missing } = await countStaged(tx, { id, stagedId });
    const recipients =
      how === "add" ? await take(tx, id, stagedId, list.recipients) : await swap(tx, id, stagedId);
    await tx.query("DELETE FROM audience WHERE id = $1", [stagedId]);
    const counts: EditCounts =
      how === "add"
        ? { added: fresh, removed: 0, changed: 0 }
        : { added: fresh, removed: missing, changed: other };
    const summary = how === "add" ? await summaryOf(tx, id) : summarySchema.parse(waiting.summary);
    const event = await endEdit(tx, list, recipients, summary, counts);
    return { row: recipients, entity: id, event: { ...event, how } };
  },
});

/**
 * Adds the staged recipients that the list does not have. A full join reads both lists once, even
 * where they are younger than the statistics of the table. The rows are copied, since to find them
 * again would be another join.
 */
async function take(tx: Sql, id: string, stagedId: string, before: number): Promise<number> {
  const added = await tx.query<{ n: number }>(
    `WITH added AS (
       INSERT INTO audience_recipient (audience_id, destination_type, destination, hash, parameters, position)
       SELECT $1, destination_type, n.destination, hash, n.parameters, $3::int + row_number() OVER (ORDER BY n.position)::int - 1
       FROM (SELECT destination_type, hash, position FROM audience_recipient WHERE audience_id = $1) o
         FULL JOIN (SELECT destination_type, hash, destination, parameters, position FROM audience_recipient WHERE audience_id = $2) n
         USING (destination_type, hash)
       WHERE o.position IS NULL RETURNING 1
     ) SELECT count(*)::int AS n FROM added`,
    [id, stagedId, before],
  );
  return before + (added[0]?.n ?? 0);
}

async function swap(tx: Sql, id: string, stagedId: string): Promise<number> {
  await tx.query("DELETE FROM audience_recipient WHERE audience_id = $1", [id]);
  const moved = await tx.query<{ n: number }>(
    `WITH moved AS (UPDATE audience_recipient SET audience_id = $1 WHERE audience_id = $2 RETURNING 1) SELECT count(*)::int AS n FROM moved`,
    [id, stagedId],
  );
  return moved[0]?.n ?? 0;
}
