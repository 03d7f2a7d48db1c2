import { idSchema } from "@/lib/inputs/row";
import { NotFoundError } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { serviceOfAudience } from "./rows";
import { assertMayChangeTestGroups } from "./test-rules";

/**
 * Removes a list: it is offered no longer, and campaigns that were confirmed with it still go out.
 */
export const removeAudience = verb({
  action: "audience.remove",
  input: idSchema,
  service: serviceOfAudience,
  run: async ({ tx, actor, serviceId }, { id }) => {
    const [row] = await tx.query<{ name: string; test: boolean }>(
      "UPDATE audience SET removed_at = now() WHERE id = $1 AND ready_at IS NOT NULL AND removed_at IS NULL RETURNING name, test",
      [id],
    );
    if (!row) throw new NotFoundError("This list");
    if (row.test) await assertMayChangeTestGroups(tx, actor, serviceId);
    return { row: undefined, entity: id, event: { name: row.name } };
  },
});
