import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { idSchema } from "@/lib/inputs/id";
import { NotFoundError } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";

/** Takes a user id or push id off the suppression list: the next message reaches it again. */
export const unsuppress = verb("suppression.change", idSchema, serviceOfSuppression, async ({ tx }, { id }) => {
  const [removed] = await tx.query<{ kind: string }>("DELETE FROM suppression WHERE id = $1 RETURNING kind", [id]);
  if (!removed) throw new NotFoundError("This entry of the suppression list");
  return { row: null, entity: id, event: { kind: removed.kind, suppressed: false, count: 1 } };
});

/** The service of an entry of the suppression list; undefined when there is no such entry. */
async function serviceOfSuppression(sql: Sql, { id }: { id: string }): Promise<string | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await sql.query<{ serviceId: string }>(`SELECT service_id AS "serviceId" FROM suppression WHERE id = $1`, [id]);
  return row?.serviceId;
}
