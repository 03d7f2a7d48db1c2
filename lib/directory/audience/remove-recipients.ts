import type { Sql } from "@/lib/database/sql";
import { removeRecipientsSchema } from "@/lib/inputs/audience-edit";
import type { PlannedRecipient } from "@/lib/plan/requests";
import { verb } from "@/lib/verb/verb";
import { endEdit, isSpoilt, lockForEdit, summaryOf } from "./editing";
import { serviceOfAudience, type AudienceSummary } from "./rows";

type RemovedRecipient = Pick<PlannedRecipient, "type" | "id" | "parameters"> & { position: number };

/**
 * Removes recipients from a list; the last ones move to their places, so that places stay without a
 * gap. Those that it does not have are left out. Answers what was removed, as it was stored:
 * another member may have edited it since the caller read it. Refuses to leave the list empty, and
 * while a campaign sends to it.
 */
export const removeRecipients = verb({
  action: "recipient.remove",
  input: removeRecipientsSchema,
  service: serviceOfAudience,
  run: async (scope, { id, recipients }) => {
    const { tx } = scope;
    const list = await lockForEdit(scope, id);
    // The id stands in a subquery, so that the list counts as one of average size: a list that is
    // younger than the statistics of the table would count as empty.
    const gone = await tx.query<RemovedRecipient>(
      `DELETE FROM audience_recipient r USING unnest($2::text[], $3::text[]) AS g(type, id)
     WHERE r.audience_id = (SELECT $1::uuid) AND r.destination_type = g.type AND r.hash = sha256(convert_to(g.id, 'UTF8'))
     RETURNING r.destination_type AS type, r.destination AS id, r.parameters, r.position`,
      [id, recipients.map(({ type }) => type), recipients.map((recipient) => recipient.id)],
    );
    if (gone.length === 0) return { unchanged: [] };
    const left = list.recipients - gone.length;
    await closeGaps(tx, id, gone, left);
    const summary = (await isSpoilt(tx, id, list.summary, gone))
      ? await summaryOf(tx, id)
      : without(list.summary, gone);
    const event = await endEdit(tx, list, left, summary, {
      added: 0,
      removed: gone.length,
      changed: 0,
    });
    return {
      row: gone.map(({ type, id: destination, parameters }) => ({
        type,
        id: destination,
        parameters,
      })),
      entity: id,
      event,
    };
  },
});

async function closeGaps(
  tx: Sql,
  id: string,
  gone: readonly RemovedRecipient[],
  left: number,
): Promise<void> {
  await tx.query(
    `UPDATE audience_recipient r SET position = m.gap FROM (
       SELECT g.gap, l.position FROM
         (SELECT gap, row_number() OVER (ORDER BY gap) AS n FROM unnest($2::int[]) AS gap WHERE gap < $3::int) g
         JOIN (SELECT position, row_number() OVER (ORDER BY position) AS n FROM audience_recipient WHERE audience_id = (SELECT $1::uuid) AND position >= $3::int) l USING (n)
     ) m WHERE r.audience_id = (SELECT $1::uuid) AND r.position = m.position`,
    [id, gone.map(({ position }) => position), left],
  );
}

function without(summary: AudienceSummary, gone: readonly RemovedRecipient[]): AudienceSummary {
  const kinds = { ...summary.kinds };
  for (const { type } of gone) kinds[type] = (kinds[type] ?? 1) - 1;
  return {
    ...summary,
    kinds: Object.fromEntries(Object.entries(kinds).filter(([, count]) => count > 0)),
  };
}
