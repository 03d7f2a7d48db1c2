import type { Sql } from "@/lib/database/sql";
import { applyStagedSchema } from "@/lib/inputs/audience-edit";
import { assertCurrent } from "@/lib/verb/assert-current";
import { refuse } from "@/lib/verb/errors";
import { serviceOfAudience } from "./service-of";
import { verb } from "@/lib/verb/verb";
import { assertStaged, countStaged } from "./compare-staged";
import { endEdit, lockForEdit, summaryOf, type EditCounts } from "./editing";

/**
 * Adds the staged recipients to a list, or replaces all of its recipients with them, in one transaction. Those that the list has already keep their values when
 * they are added. Returns how many recipients the list has now. Throws `ConflictError` when the list is not at the revision that they were compared with. Refuses while
 * a campaign sends to it.
 */
export const applyStaged = verb(
  "audience.edit",
  applyStagedSchema,
  serviceOfAudience,
  async ({ tx, serviceId }, { id, stagedId, how, ...compared }) => {
    await assertStaged(tx, serviceId, { id, stagedId });
    const list = await lockForEdit(tx, id);
    const { revision } = list;
    await assertCurrent(tx, { expected: compared.revision, revision, action: "audience.edit", serviceId, entity: id, theirs: {} });
    const [waiting] = await tx.query("SELECT 1 FROM audience WHERE id = $1 AND ready_at IS NULL AND recipients > 0 FOR UPDATE", [stagedId]);
    if (!waiting) refuse("The import has no recipients.");
    const { fresh, other, missing } = await countStaged(tx, { id, stagedId });
    const recipients = how === "add" ? await take(tx, id, stagedId, list.recipients) : await swap(tx, id, stagedId);
    await tx.query("DELETE FROM audience WHERE id = $1", [stagedId]);
    const counts: EditCounts =
      how === "add" ? { how, added: fresh, removed: 0, changed: 0 } : { how, added: fresh, removed: missing, changed: other };
    const event = await endEdit(tx, list, recipients, await summaryOf(tx, id), counts);
    return { row: recipients, entity: id, event };
  },
);

async function take(tx: Sql, id: string, stagedId: string, before: number): Promise<number> {
  const moved = await tx.query<{ n: number }>(
    `WITH moved AS (
       UPDATE audience_recipient r SET audience_id = $1, position = $3::int + f.place - 1
       FROM (
         SELECT destination_type, hash, row_number() OVER (ORDER BY position)::int AS place FROM audience_recipient n
         WHERE n.audience_id = $2
           AND NOT EXISTS (SELECT 1 FROM audience_recipient o WHERE o.audience_id = $1 AND o.destination_type = n.destination_type AND o.hash = n.hash)
       ) f
       WHERE r.audience_id = $2 AND r.destination_type = f.destination_type AND r.hash = f.hash RETURNING 1
     ) SELECT count(*)::int AS n FROM moved`,
    [id, stagedId, before],
  );
  return before + (moved[0]?.n ?? 0);
}

async function swap(tx: Sql, id: string, stagedId: string): Promise<number> {
  await tx.query("DELETE FROM audience_recipient WHERE audience_id = $1", [id]);
  const moved = await tx.query<{ n: number }>(
    `WITH moved AS (UPDATE audience_recipient SET audience_id = $1 WHERE audience_id = $2 RETURNING 1) SELECT count(*)::int AS n FROM moved`,
    [id, stagedId],
  );
  return moved[0]?.n ?? 0;
}
