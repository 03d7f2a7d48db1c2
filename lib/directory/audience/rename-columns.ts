import { renameColumnsSchema } from "@/lib/inputs/audience-edit";
import { rejectInput } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { endEdit, lockForEdit } from "./editing";
import { serviceOfAudience, type AudienceSummary } from "./rows";

/** Recipients that one statement writes. */
const pageRecipients = 20_000;

/**
 * Gives columns of a list other names, all at once, so that two of them may swap theirs. Refuses a
 * column that the list does not have, two that would have one name, and while a campaign sends to
 * the list or is scheduled to it.
 */
export const renameColumns = verb({
  action: "column.rename",
  input: renameColumnsSchema,
  service: serviceOfAudience,
  run: async (scope, { id, columns }) => {
    const { tx } = scope;
    const list = await lockForEdit(scope, id);
    const columnNames = list.summary.parameters;
    const names = new Map(
      columns.filter(({ from, to }) => from !== to).map(({ from, to }) => [from, to]),
    );
    for (const from of names.keys())
      if (!columnNames.includes(from))
        rejectInput(
          `The list has no column “${from}” any longer. Open it again to see its columns.`,
        );
    const renamed = columnNames.map((name) => names.get(name) ?? name);
    const twice = renamed.find((name, index) => renamed.indexOf(name) < index);
    if (twice !== undefined) rejectInput(`Two columns would be called “${twice}”.`);
    if (names.size === 0) return { unchanged: undefined };
    const [scheduled] = await tx.query<{ name: string }>(
      "SELECT c.name FROM campaign_order o JOIN campaign c ON c.id = o.campaign_id WHERE o.audience_id = $1 AND o.state = 'scheduled' LIMIT 1",
      [id],
    );
    // It takes its values from the columns as they are called now.
    if (scheduled)
      rejectInput(
        `“${scheduled.name}” is scheduled to this list. Unschedule it before you rename columns.`,
      );
    let changed = 0;
    // Positions have no gaps.
    for (let from = 0; from < list.recipients; from += pageRecipients) {
      const [row] = await tx.query<{ changed: number }>(
        `WITH renamed AS (
         UPDATE audience_recipient r
         SET parameters = (SELECT jsonb_object_agg(coalesce($2::jsonb ->> e.key, e.key), e.value) FROM jsonb_each(r.parameters) e)
         WHERE r.audience_id = $1 AND r.position >= $4 AND r.position < $5 AND r.parameters ?| $3::text[] RETURNING 1
       ) SELECT count(*)::int AS changed FROM renamed`,
        [
          id,
          JSON.stringify(Object.fromEntries(names)),
          [...names.keys()],
          from,
          from + pageRecipients,
        ],
      );
      changed += row?.changed ?? 0;
    }
    const summary = withNames(list.summary, names);
    const event = await endEdit(tx, list, list.recipients, summary, {
      added: 0,
      removed: 0,
      changed,
    });
    return { row: undefined, entity: id, event };
  },
});

function withNames(
  { kinds, parameters, widest }: AudienceSummary,
  names: ReadonlyMap<string, string>,
): AudienceSummary {
  const newName = (name: string) => names.get(name) ?? name;
  return {
    kinds,
    parameters: parameters.map(newName),
    widest: widest.map((one) => ({
      ...one,
      parameters: Object.fromEntries(
        Object.entries(one.parameters).map(([name, value]) => [newName(name), value]),
      ),
    })),
  };
}
