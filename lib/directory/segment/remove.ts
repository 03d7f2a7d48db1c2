import { idSchema } from "@/lib/inputs/row";
import { NotFoundError } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { serviceOfSegment } from "./rows";

/** Removes a segment. What was confirmed with it still goes out: orders have its rule. */
export const removeSegment = verb({
  action: "segment.remove",
  input: idSchema,
  service: serviceOfSegment,
  run: async ({ tx }, { id }) => {
    const [row] = await tx.query<{ name: string }>(
      "DELETE FROM segment WHERE id = $1 RETURNING name",
      [id],
    );
    if (!row) throw new NotFoundError("This segment");
    return { row: undefined, entity: id, event: { name: row.name } };
  },
});
