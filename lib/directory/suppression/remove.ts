import { idSchema } from "@/lib/inputs/row";
import { NotFoundError } from "@/lib/verb/errors";
import { byId, type InService } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";

/** The service of an entry of the suppression list; undefined when there is no such entry. */
const serviceOfSuppression = byId((sql, id) =>
  sql.query<InService>(`SELECT service_id AS "serviceId" FROM suppression WHERE id = $1`, [id]),
);

/** Takes a user id or push id off the suppression list: the next message reaches it again. */
export const removeSuppression = verb({
  action: "suppression.remove",
  input: idSchema,
  service: serviceOfSuppression,
  run: async ({ tx }, { id }) => {
    const [removed] = await tx.query<{ kind: string }>(
      "DELETE FROM suppression WHERE id = $1 RETURNING kind",
      [id],
    );
    if (!removed) throw new NotFoundError("This entry of the suppression list");
    return { row: null, entity: id, event: { kind: removed.kind } };
  },
});
